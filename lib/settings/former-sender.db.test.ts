import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { closeMailer } from '@/lib/messaging/mail/mailer'
import { db } from '@/lib/platform/db/database'
import { changeSettings } from '@/lib/settings/change-settings'
import { findArea } from '@/lib/settings/settings-areas'
import { holderOf } from '@/tests/kit/administrators'
import { useRoleStage } from '@/tests/kit/role-stage'
import { type SmtpReceiver, startSmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

const stage = useRoleStage()
let house: SmtpReceiver
let attacker: SmtpReceiver
beforeAll(async () => {
  house = await startSmtpReceiver()
  attacker = await startSmtpReceiver()
})
afterAll(async () => {
  closeMailer()
  await Promise.all([house.close(), attacker.close()])
})
beforeEach(() => void useSettings())

const change = (values: Record<string, string>) =>
  changeSettings(stage.admin, findArea('mail')!, { values, versions: null }, ctx())

it('an attacker who changes the mail server cannot swallow the warning, because it is also sent through the previous one', async () => {
  const other = await holderOf('settings:manage')
  await change({ mail_driver: 'smtp', mail_from: 'house@example.com', smtp_url: house.url })
  expect(await change({ smtp_url: attacker.url })).toMatchObject({ ok: true })
  await until('the warnings', 10_000, () => house.mails.length === 2)
  const ids = [stage.admin.userId, other.userId]
  const holders = await db().user.findMany({ where: { id: { in: ids } }, select: { email: true } })
  expect(house.mails.flatMap(({ envelope }) => envelope.to).sort()).toEqual(
    holders.map(({ email }) => email).sort(),
  )
  expect(house.mails[0]!.message.subject).toMatch(/mail/i)
  expect(attacker.mails).toEqual([])
})

it('a previous mail server that does not answer delays no one', async () => {
  await change({ mail_driver: 'smtp', mail_from: 'house@example.com', smtp_url: house.url })
  house.fail({ at: 'connect', with: 'silence' })
  closeMailer()
  const met = house.met()
  expect(await change({ smtp_url: attacker.url })).toMatchObject({ ok: true })
  await met
  house.fail(null)
})
