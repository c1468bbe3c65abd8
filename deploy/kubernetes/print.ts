// npm run build:manifests: writes the manifests as YAML for kustomize.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { manifestFiles } from './manifest-files'

for (const [file, text] of manifestFiles()) {
  const path = join(import.meta.dirname, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
