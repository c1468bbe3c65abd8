import { join } from 'node:path'
import type { NextConfig } from 'next'

const config: NextConfig = {
  // The packages are those of the repository.
  turbopack: { root: join(import.meta.dirname, '../..') },
}

export default config
