import { beforeEach, expect } from 'vitest'
import { useProviders } from '@/tests/kit/external-journey'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { useTestDatabase } from '@/tests/kit/test-database'

/** Providers that verify no address. */
export const IDS = ['facebook', 'microsoft-entra-id', 'discord'] as const
/** The address of the user at the providers. */
export const email = 'ann@example.com'

/**
 * Provides a test file with a database, a mail server, and providers that verify no address, so
 * that an emailed link completes a sign-in.
 */
export function useUnprovenSignIns() {
  useTestDatabase()
  const queue = useMailQueue()
  const providers = useProviders({}, IDS)
  const withMail = (settings: Record<string, string> = {}) =>
    providers.configure({
      SMTP_URL: queue.receiver().url,
      MAIL_FROM: 'Gatehouse <no-reply@auth.example>',
      ...settings,
    })
  beforeEach(() => {
    withMail()
    providers.standIn('discord').state.person.verified = false
  })

  const work = () => queue.work(new Date())
  /** The tokens of the sign-in links, in order of arrival. Other emails may arrive in between. */
  const tokens = () =>
    queue
      .mails()
      .flatMap(
        ({ message }) => /confirm-sign-in\?token=([\w-]{43})\s/.exec(message.text ?? '')?.[1] ?? [],
      )
  /** Signs in at a provider that verifies nothing, and has the link emailed. */
  async function requested(id: (typeof IDS)[number] = 'discord', by: { nextPath?: string } = {}) {
    const away = await providers.leave(id, by)
    expect(await providers.comeBack(away)).toEqual({
      ok: true,
      kind: 'confirm-email',
      email,
      provider: id,
    })
    await work()
    return { browser: away.browser, token: tokens().at(-1)! }
  }
  return { queue, providers, withMail, work, tokens, requested }
}
