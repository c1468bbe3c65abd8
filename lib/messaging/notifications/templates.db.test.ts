import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
} from '@/lib/messaging/notifications/templates'
import { db } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { liveHolderOf } from '@/tests/kit/administrators'
import { WELCOME } from '@/tests/kit/notifications'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const inNow = () => ctx({ now: NOW })
let actor: SessionPrincipal

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  actor = await liveHolderOf('notifications:send')
})
beforeEach(async () => {
  await db().notificationTemplate.deleteMany()
})

describe('templates', () => {
  it('are created, changed and deleted, each with an audit record', async () => {
    const made = await createTemplate(actor, WELCOME, inNow())
    if (!made.ok) throw new Error(made.code)
    const { id } = made.template
    expect(made.template).toMatchObject({ ...WELCOME, created_by: actor.userId })
    const changed = await changeTemplate(actor, { id, title: 'Hi {{name}}' }, inNow())
    expect(changed).toMatchObject({ template: { ...WELCOME, title: 'Hi {{name}}' } })
    expect(await getTemplate(id)).toEqual(changed)
    // A change to the same values writes and audits nothing.
    const same = { title: 'Hi {{name}}', channels: WELCOME.channels, href: WELCOME.href }
    expect(await changeTemplate(actor, { id, ...same }, inNow())).toEqual(changed)
    expect(await listTemplates({ limit: 1 })).toMatchObject({
      templates: [{ id }],
      nextCursor: null,
    })
    expect(await deleteTemplate(actor, { id }, inNow())).toEqual({ ok: true })
    for (const gone of [id, 'x']) {
      expect(await getTemplate(gone)).toMatchObject({ code: 'not_found' })
      expect(await deleteTemplate(actor, { id: gone }, inNow())).toMatchObject({
        code: 'not_found',
      })
      expect(await changeTemplate(actor, { id: gone, title: 'x' }, inNow())).toMatchObject({
        code: 'not_found',
      })
    }
    const records = await db().auditRecord.findMany({
      where: { targetId: id },
      orderBy: { id: 'asc' },
    })
    expect(records.map(({ action }) => action.split('.')[1])).toEqual([
      'created',
      'changed',
      'deleted',
    ])
  })

  it('have unique names; a refused change writes nothing', async () => {
    await createTemplate(actor, WELCOME, inNow())
    const other = await createTemplate(actor, { ...WELCOME, name: 'Other' }, inNow())
    if (!other.ok) throw new Error(other.code)
    const records = await db().auditRecord.count()
    const taken = { code: 'conflict', errors: [{ pointer: '/name', code: 'template_name_taken' }] }
    expect(await createTemplate(actor, WELCOME, inNow())).toMatchObject(taken)
    const { id } = other.template
    expect(await changeTemplate(actor, { id, name: 'Welcome' }, inNow())).toMatchObject(taken)
    expect(await getTemplate(id)).toEqual({ ok: true, template: other.template })
    expect(await db().auditRecord.count()).toBe(records)
  })
})
