import { describe, expect, it } from 'vitest'
import { MAILS_PER_WINDOW } from '@/lib/messaging/mail/mail-limits.store'
import { db } from '@/lib/platform/db/database'
import { email, useUnprovenSignIns } from '@/tests/kit/unproven-sign-ins'

const { queue, providers, work, requested } = useUnprovenSignIns()

describe('emails', () => {
  it('to one address are limited to five per hour, whatever signs in; the response stays the same', async () => {
    for (let i = 0; i <= MAILS_PER_WINDOW; i++) {
      providers.standIn('discord').state.person.id = String(100 + i)
      expect(await providers.signIn(i % 2 ? 'facebook' : 'discord')).toMatchObject({
        kind: 'confirm-email',
        email,
      })
      await work()
    }
    expect(queue.mails()).toHaveLength(MAILS_PER_WINDOW)
    providers.standIn('discord').state.person.email = 'bob@example.com'
    await providers.signIn('discord')
    await work()
    expect(queue.recipients().slice(MAILS_PER_WINDOW)).toEqual(['bob@example.com'])
  })

  it('that could not be sent are not counted, and their link is replaced', async () => {
    queue.receiver().fail({ at: 'message', with: 451 })
    await providers.signIn('discord')
    await work()
    expect((await db().addressMailBudget.findFirstOrThrow()).sentAt).toEqual([])
    expect(await db().unprovenSignIn.findFirstOrThrow()).toMatchObject({ tokenHash: null })
    expect(await db().job.count()).toBe(1)
  })

  it('contain nothing that the provider said about the user', async () => {
    Object.assign(providers.standIn('discord').state.person, {
      global_name: 'Buy now',
      username: 'Buy now',
    })
    await requested()
    const { subject, text, html } = queue.mails()[0]!.message
    expect(`${subject}${text}${String(html)}`).not.toContain('Buy now')
  })
})
