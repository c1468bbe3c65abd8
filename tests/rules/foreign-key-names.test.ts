import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('a foreign key of the schema ends with Id, and what it refers to does not', () => {
  const schema = readFileSync('prisma/schema.prisma', 'utf8')
  const relations = [...schema.matchAll(/^ +(\w+) .*@relation\(.*fields: \[(\w+)\]/gm)]
  expect(relations.length).toBeGreaterThan(40)
  // Keys that mean something by themselves are named after that.
  const natural = ['permission', 'paymentReference']
  const misnamed = relations.filter(
    ([, relation, key]) =>
      !natural.includes(key!) && (!key!.endsWith('Id') || relation!.endsWith('Id')),
  )
  expect(misnamed.map(([, relation, key]) => `${relation}: ${key}`)).toEqual([])
})
