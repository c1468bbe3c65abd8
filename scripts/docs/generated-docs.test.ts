import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { generatedDocs } from '@/scripts/docs/generated-docs'

it.each(Object.entries(generatedDocs))(
  '%s matches the declarations; if not, run npm run docs:update',
  async (file, compose) => {
    expect(readFileSync(file, 'utf8')).toBe(await compose())
  },
)
