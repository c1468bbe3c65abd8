import type { NextConfig } from 'next'

const config: NextConfig = {
  // Otherwise, Next.js takes a folder above with a lockfile, such as that of a monorepo.
  turbopack: { root: import.meta.dirname },
}

export default config
