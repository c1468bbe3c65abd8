import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settings } from '@/lib/config/settings'
import { textSender } from '@/lib/messaging/sms/text-sender'
import { twilioHost, twilioSender } from '@/lib/messaging/sms/twilio-sender'
import { isSignedByTwilio, signTwilioRequest } from '@/lib/messaging/sms/twilio-webhook'
import { startTwilioStandIn, TWILIO_NUMBER } from '@/tests/kit/stand-ins/twilio-stand-in'
import { useSettings } from '@/tests/kit/test-settings'

let twilio: Awaited<ReturnType<typeof startTwilioStandIn>>
beforeAll(async () => void (twilio = await startTwilioStandIn()))
afterAll(() => twilio.close())
beforeEach(() => {
  twilio.clear()
  useSettings(twilio.env)
})

const TO = '+12025550123'
const MESSAGE = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  to: TO,
  text: 'Merhaba, dünya & more',
}
const send = () => textSender().send(MESSAGE)

describe('a message through Twilio', () => {
  it('contains recipient, sender, text and the callback URL', async () => {
    expect(await send()).toEqual({ providerId: expect.stringMatching(/^SM/), delivered: false })
    expect(twilio.messages[0]!.fields).toEqual({
      To: TO,
      From: TWILIO_NUMBER,
      Body: MESSAGE.text,
      StatusCallback: `${settings().baseUrl}/api/v1/webhooks/sms/twilio?message=${MESSAGE.id}`,
    })
  })

  it('uses a messaging service if one is set', async () => {
    const service = `MG${'0'.repeat(32)}`
    useSettings({ ...twilio.env, TWILIO_FROM: service })
    await send()
    expect(twilio.messages[0]!.fields).toMatchObject({ MessagingServiceSid: service })
    expect(twilio.messages[0]!.fields).not.toHaveProperty('From')
  })

  it.each([
    [400, 21211, 'permanent'],
    [400, 21408, 'permanent'],
    [400, 21614, 'permanent'],
    [400, 21610, 'opted_out'],
    [429, 20429, 'temporary'],
    [401, 20003, 'temporary'],
    [400, 21606, 'temporary'],
    [500, 20500, 'temporary'],
  ] as const)('refused with %i %i counts as %s', async (status, code, kind) => {
    twilio.fail({ status, code, message: 'the words of Twilio' })
    await expect(send()).rejects.toMatchObject({ kind, code: String(code) })
    await expect(send()).rejects.toThrow('the words of Twilio')
  })

  it.each(['drop', 'garbage', 'redirect'] as const)(
    'is retried after an unusable response: %s',
    async (fault) => {
      twilio.fail(fault)
      await expect(send()).rejects.toMatchObject({ kind: 'temporary', code: null })
    },
  )

  it.each([
    [21608, `The number ${TO} is unverified. Trial accounts cannot send to it; verify ${TO}`],
    [21211, `The 'To' number ${TO} is not a valid phone number.`],
    [21608, `The number ${TO.slice(1)} is unverified.`],
    [21608, `${'x'.repeat(290)} ${TO} is unverified.`],
  ])('masks the number of the recipient in error %i', async (code, message) => {
    twilio.fail({ status: 400, code, message })
    const error: unknown = await send().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: String(code), message: expect.stringContaining('1***') })
    expect(error).not.toMatchObject({ message: expect.stringContaining('2025') })
  })

  it('never reveals the credentials in errors', async () => {
    useSettings({ ...twilio.env, TWILIO_AUTH_TOKEN: 'another-secret-token' })
    const error: unknown = await send().catch((thrown: unknown) => thrown)
    const said = error instanceof Error ? error.message : ''
    expect(said).toContain('Authenticate')
    expect(`${said} ${textSender().describe()}`).not.toContain('another-secret-token')
  })

  it('follows changed settings at once', async () => {
    await send()
    useSettings()
    expect(textSender().describe()).toBe('this terminal')
  })

  it('has no callback URL if Twilio cannot reach it', () => {
    const { TWILIO_BASE_URL: _, ...real } = twilio.env
    expect(useSettings(real).sms.twilio.baseUrl).toBeNull()
    expect(textSender().describe()).toBe('Twilio, api.twilio.com')
    expect(() => twilioSender({ ...settings().sms.twilio, authToken: null }, () => null)).toThrow()
  })

  it.each([
    [null, null, 'api.twilio.com'],
    ['ie1', 'dublin', 'api.dublin.ie1.twilio.com'],
    ['au1', null, 'api.au1.twilio.com'],
    [null, 'sydney', 'api.sydney.us1.twilio.com'],
  ])('uses the host of region %s and edge %s', (region, edge, host) =>
    expect(twilioHost({ region, edge })).toBe(host),
  )
})

describe("Twilio's signature", () => {
  // The example from Twilio's documentation.
  const url = 'https://example.com/myapp.php?foo=1&bar=2'
  const fields = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675310',
    Digits: '1234',
    From: '+14158675310',
    To: '+18005551212',
  }
  const authToken = '12345'

  it('matches the published example', () => {
    expect(signTwilioRequest(authToken, url, fields)).toBe('L/OH5YylLD5NRKLltdqwSvS0BnU=')
    expect(isSignedByTwilio('L/OH5YylLD5NRKLltdqwSvS0BnU=', { authToken, url, fields })).toBe(true)
  })

  it.each([
    ['another URL', { url: `${url}&x=1` }],
    ['another field', { fields: { ...fields, Digits: '1235' } }],
    ['an additional field', { fields: { ...fields, Extra: '' } }],
    ['another token', { authToken: '12346' }],
  ])("doesn't match %s", (_, other) => {
    const by = { authToken, url, fields, ...other }
    expect(isSignedByTwilio('L/OH5YylLD5NRKLltdqwSvS0BnU=', by)).toBe(false)
  })

  it.each([null, '', 'x', 'L/OH5YylLD5NRKLltdqwSvS0BnU', 'A'.repeat(100_000)])(
    'is refused in another format (%#)',
    (given) => expect(isSignedByTwilio(given, { authToken, url, fields })).toBe(false),
  )
})
