import type { ImportFormat } from '@/lib/user-import/import-columns'

const ENDINGS: [RegExp, ImportFormat][] = [
  [/\.csv$/i, 'csv'],
  [/\.json$/i, 'json'],
  [/\.(?:ndjson|jsonl)$/i, 'ndjson'],
]

/** The form of a file that a person chose: by the end of its name, else by how it begins. Browsers name media types differently. */
export function formatOfFile(name: string, bytes: Uint8Array): ImportFormat {
  const known = ENDINGS.find(([ending]) => ending.test(name))
  if (known) return known[1]
  const [first = ''] = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart()
  return first === '[' ? 'json' : first === '{' ? 'ndjson' : 'csv'
}
