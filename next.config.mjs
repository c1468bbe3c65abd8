import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

// Not TypeScript, because the service would load Next's compiler at its start to read it.
/** @type {import('next').NextConfig} */
const config = {
  // Loaded by Node at run time, not bundled: they contain WebAssembly or native code, or are shared
  // with the server's bundle.
  serverExternalPackages: [
    '@electric-sql/pglite',
    '@node-rs/argon2',
    'pg',
    'pino',
    'nodemailer',
    'redis',
  ],
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  // The gateway redirects trailing slashes for pages and API; the image endpoint would fetch
  // addresses that a client names.
  skipTrailingSlashRedirect: true,
  // Lets the page proxy detect prefetches, which must not renew a session.
  skipProxyUrlNormalize: true,
  // The gateway first limits every body by its path (lib/http/request-body.ts); this only has to
  // allow the largest of them.
  experimental: {
    serverActions: { bodySizeLimit: '11mb' },
    // Pages are loaded when they are first opened. Loading all of them at the start takes 90 MB and
    // two seconds, also for the API routes, which the gateway serves without Next.
    preloadEntriesOnStart: false,
    // CI builds once, in a fresh folder: writing the cache would take a sixth of the build.
    turbopackFileSystemCacheForBuild: !process.env.CI,
  },
  images: { unoptimized: true, remotePatterns: [], localPatterns: [] },
  // `npm run check` checks types; starting the service should not wait for that again.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  turbopack: { root: dirname(fileURLToPath(import.meta.url)) },
}

export default config
