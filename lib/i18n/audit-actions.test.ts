import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { en } from '@/lib/i18n/en'

/** The actions that the code records, as far as they are literals where the record is built. */
function recordedActions(): string[] {
  const files = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .map((file) => `lib/${file}`)
    .filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/i18n/'),
    )
  const found = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    if (!/audit/i.test(source)) return []
    return [...source.matchAll(/action:? (?:= )?'([a-z_]+\.[a-z_.]+)'/g)].map(
      ([, action]) => action!,
    )
  })
  return [...new Set(found)].sort()
}

it('every recorded action has a readable name', () => {
  const actions = recordedActions()
  expect(actions).toContain('session.refused')
  expect(actions.filter((action) => !(action in en.audit.actions))).toEqual([])
})
