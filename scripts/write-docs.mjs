// Writes the committed documents that follow from declarations: .env.example, and tables in docs/.
import { join } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { root } from './build-stamp.mjs'
import { writeIfChanged } from './write-if-changed.mjs'

export async function writeDocs() {
  /** @type {{ generatedDocs: Record<string, () => string | Promise<string>> }} */
  const { generatedDocs } = await tsImport('./docs/generated-docs.ts', import.meta.url)
  for (const [file, compose] of Object.entries(generatedDocs))
    writeIfChanged(join(root, file), await compose())
}
