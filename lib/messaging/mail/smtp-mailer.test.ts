import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Mailer, MailMessage } from '@/lib/messaging/mail/mail-port'
import { smtpMailer } from '@/lib/messaging/mail/smtp-mailer'
import { type SmtpReceiver, startSmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'

const FROM = 'Gatehouse <no-reply@auth.example>'
const MAIL: MailMessage = {
  to: 'ada@example.com',
  subject: 'Şifre değişti, “evet”',
  text: 'Merhaba Ada,\n\n.\nhttps://auth.example/x?token=abc\n',
  html: '<p>Merhaba <b>Ada</b></p>',
  locale: 'tr',
}
let receiver: SmtpReceiver
const open: Mailer[] = []
const mailerTo = (url: string) => {
  const mailer = smtpMailer({ url, from: FROM })
  open.push(mailer)
  return mailer
}

beforeEach(async () => {
  receiver = await startSmtpReceiver()
})
afterEach(async () => {
  open.splice(0).forEach((mailer) => mailer.close())
  await receiver.close()
})

describe('sending over SMTP', () => {
  it('delivers text and HTML with sender, language and the auto-generated header', async () => {
    await mailerTo(receiver.url).send(MAIL)
    const [{ envelope, message, raw }] = receiver.mails as [(typeof receiver.mails)[0]]
    expect(envelope).toEqual({ from: 'no-reply@auth.example', to: ['ada@example.com'] })
    expect(message.from).toMatchObject({ name: 'Gatehouse', address: 'no-reply@auth.example' })
    expect(message.to).toMatchObject([{ name: '', address: 'ada@example.com' }])
    expect(message.subject).toBe(MAIL.subject)
    expect(message.text?.trimEnd()).toBe(MAIL.text.trimEnd())
    expect(message.html?.trim()).toBe(MAIL.html)
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(raw).toMatch(/^Content-Language: tr\r$/m)
    expect(raw).toMatch(/^Message-ID: <[^@>]+@auth\.example>\r$/m)
  })

  it('offers to unsubscribe with one click in bulk email only', async () => {
    await mailerTo(receiver.url).send(MAIL)
    const unsubscribeUrl = `https://id.example.org/api/v1/unsubscribe?token=${'x'.repeat(43)}`
    await mailerTo(receiver.url).send({ ...MAIL, unsubscribeUrl })
    const [about, bulk] = receiver.mails.map(({ raw }) => raw.replace(/\r\n[ \t]+/g, ' '))
    expect(about).not.toContain('Unsubscribe')
    expect(bulk).toContain(`\r\nList-Unsubscribe: <${unsubscribeUrl}>\r\n`)
    expect(bulk).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  })

  it('reuses few connections for many emails', async () => {
    const mailer = mailerTo(receiver.url)
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => mailer.send({ ...MAIL, to: `u${n}@example.com` })),
    )
    expect(new Set(receiver.mails.map(({ envelope }) => envelope.to[0])).size).toBe(20)
    expect(receiver.connections()).toBeLessThanOrEqual(5)
  })

  it.each([
    'a@example.com\r\nBcc: v@example.com',
    'a@example.com\nBcc: v@example.com',
    'a@example.com, v@example.com',
    'a@example.com>\r\nRCPT TO:<v@example.com',
    '"x" <a@example.com>, v@example.com',
  ])('sends nothing to a second address hidden in the recipient: %j', async (to) => {
    await mailerTo(receiver.url)
      .send({ ...MAIL, to })
      .catch(() => {})
    for (const { envelope, message } of receiver.mails) {
      expect(envelope.to).not.toContain('v@example.com')
      expect(message.bcc ?? []).toEqual([])
      expect(message.to).toHaveLength(1)
    }
  })

  it('keeps a subject from starting another header', async () => {
    await mailerTo(receiver.url).send({ ...MAIL, subject: 'a\r\nBcc: v@example.com\r\n\r\nbody' })
    expect(receiver.mails[0]!.message.bcc ?? []).toEqual([])
    expect(receiver.mails[0]!.envelope.to).toEqual(['ada@example.com'])
  })

  it('reads username and password from the URL and never shows them', async () => {
    await receiver.close()
    receiver = await startSmtpReceiver({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'gate@house' && password === 'p:w/ğ'
          ? done(null, { user: username })
          : done(new Error('no')),
    })
    const address = `smtp://gate%40house:${encodeURIComponent('p:w/ğ')}@127.0.0.1:${receiver.port}`
    const mailer = mailerTo(address)
    await mailer.send(MAIL)
    expect(receiver.mails[0]!.user).toBe('gate@house')
    expect(mailer.describe()).toBe(`SMTP, 127.0.0.1:${receiver.port}`)
    const wrong = mailerTo(`smtp://gate:wrong-password@127.0.0.1:${receiver.port}`)
    const error = await wrong.send(MAIL).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'EAUTH' })
    expect(String(error)).not.toContain('wrong-password')
  })
})

describe('a faulty mail server', () => {
  it.each([
    ['connect', 421],
    ['connect', 554],
    ['recipient', 450],
    ['recipient', 550],
    ['message', 451],
    ['message', 554],
  ] as const)(
    'that refuses at %s with %i gets the email once, which counts as not sent, and then the next',
    async (at, code) => {
      const mailer = mailerTo(receiver.url)
      receiver.fail({ at, with: code })
      await expect(mailer.send(MAIL)).rejects.toThrow()
      expect(receiver.mails).toEqual([])
      receiver.fail(null)
      await mailer.send(MAIL)
      expect(receiver.mails).toHaveLength(1)
    },
  )

  it.each(['connect', 'recipient', 'message'] as const)(
    'that falls silent at %s is cut off at the deadline and gets the next email',
    async (at) => {
      const mailer = mailerTo(receiver.url)
      receiver.fail({ at, with: 'silence' })
      const deadline = new AbortController()
      const met = receiver.met()
      const sent = mailer.send(MAIL, deadline.signal)
      await met
      deadline.abort()
      await expect(sent).rejects.toMatchObject({ code: 'EABORT' })
      receiver.fail(null)
      await mailer.send(MAIL)
      expect(receiver.mails).toHaveLength(1)
    },
  )

  it('does not delay closing the mailer; the email counts as not sent', async () => {
    const mailer = mailerTo(receiver.url)
    receiver.fail({ at: 'message', with: 'silence' })
    const met = receiver.met()
    const sent = mailer.send(MAIL, new AbortController().signal)
    await met
    mailer.close()
    await expect(sent).rejects.toThrow(/clos/i)
  })

  it('that is down makes sending fail', async () => {
    const { url } = receiver
    await receiver.close()
    await expect(mailerTo(url).send(MAIL)).rejects.toThrow(/ECONNREFUSED|connect/)
    receiver = await startSmtpReceiver()
  })
})

describe('TLS', () => {
  it.each([
    ['smtps', { secure: true }],
    ['smtp', { disabledCommands: [] }],
  ])('refuses an untrusted certificate (%s)', async (scheme, options) => {
    await receiver.close()
    receiver = await startSmtpReceiver(options)
    await expect(mailerTo(`${scheme}://localhost:${receiver.port}`).send(MAIL)).rejects.toThrow(
      /certificate|self.signed|altnames/i,
    )
    await expect(
      mailerTo(`${scheme}://localhost:${receiver.port}?tls.rejectUnauthorized=false`).send(MAIL),
    ).rejects.toThrow(/certificate|self.signed|altnames/i)
    expect(receiver.mails).toEqual([])
  })

  it('is required for remote servers, so that no attacker on the network can strip STARTTLS', async () => {
    // 0.0.0.0 also reaches this machine, but isn't a loopback address by name.
    await expect(mailerTo(`smtp://0.0.0.0:${receiver.port}`).send(MAIL)).rejects.toThrow(/TLS/)
    expect(receiver.mails).toEqual([])
  })

  it('is skipped if the operator turns it off', async () => {
    await mailerTo(`smtp://0.0.0.0:${receiver.port}?ignoreTLS=true`).send(MAIL)
    expect(receiver.mails).toHaveLength(1)
  })
})
