import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Tables whose rows are about no one. */
const IMPERSONAL = [
  'activity_hours',
  'activity_progress',
  'audit_anchors',
  'audit_erasure_progress',
  'audit_removals',
  'audit_reseal_progress',
  'bus_gap',
  'instances',
  'permissions',
  'profile_fields',
  'recurring_tasks',
  'role_permissions',
  'roles',
  'setting_areas',
  'signing_keys',
  'signing_switch',
  'stored_settings',
  'user_total_changes',
  'user_totals',
  'webhook_endpoints',
  'webhook_subscriptions',
]

it('docs/stored-data.md names every table with personal data, and no other', () => {
  const schema = readFileSync('prisma/schema.prisma', 'utf8')
  const models = [...schema.matchAll(/^model \w+ \{.*?^\}/gms)].map(([model]) => model)
  const tables = models.map((model) => /@@map\("(\w+)"\)/.exec(model)![1]!)
  const page = readFileSync('docs/stored-data.md', 'utf8')
  const listed = page
    .slice(page.indexOf('| Tables'), page.indexOf('The other tables'))
    .split('\n')
    .flatMap((row) => [...(row.split('|')[3] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name!))
  expect([...new Set([...listed, ...IMPERSONAL])].sort()).toEqual(tables.sort())
  expect(listed.filter((name) => IMPERSONAL.includes(name))).toEqual([])
})
