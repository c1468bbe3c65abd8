#!/usr/bin/env node
// gatehousectl: the service from the command line of its server (docs/gatehousectl.md). Runs the
// built command, or bundles it first if the sources changed since the last build.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ctlFile, isBuilt, root } from './build-stamp.mjs'

// @ts-expect-error -- Next declares it read-only
process.env.NODE_ENV ??= 'production'

if (!isBuilt()) {
  const { bundle } = await import('./build.mjs')
  await bundle('server/ctl/gatehousectl.ts', ctlFile)
}
await import(pathToFileURL(join(root, ctlFile)).href)
