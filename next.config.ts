import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NextConfig } from 'next'

const config: NextConfig = {
  // Loaded by Node at run time, not bundled: they carry WebAssembly or native code, or are shared
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
  // The front sends trailing slashes away for both lanes; the image endpoint would fetch addresses
  // that a client names.
  skipTrailingSlashRedirect: true,
  // Lets the middleware see that the router only fetches ahead: a prefetch must not renew a
  // session.
  skipProxyUrlNormalize: true,
  // The front bounds every body by its address first (lib/http/body-limits.ts); this only has to
  // let the largest of them through.
  experimental: { serverActions: { bodySizeLimit: '11mb' } },
  images: { unoptimized: true, remotePatterns: [], localPatterns: [] },
  // Types are checked by `npm run check`; whoever starts the service need not wait for that again.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  turbopack: { root: dirname(fileURLToPath(import.meta.url)) },
}

export default config
