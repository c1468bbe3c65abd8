import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { logger } from '@/lib/platform/logger'
import { verifyBotCheck } from '@/lib/protection/bot-check/verify-bot-check'
import {
  type BotCheckStandIn,
  humanToken,
  startBotCheckStandIn,
} from '@/tests/kit/stand-ins/bot-check-stand-in'
import { testContext } from '@/tests/kit/test-context'
import { useSettings } from '@/tests/kit/test-settings'

let standIn: BotCheckStandIn
beforeAll(async () => {
  standIn = await startBotCheckStandIn()
  useSettings({ ...standIn.env, APP_BASE_URL: 'http://localhost:3000' })
})
afterAll(() => standIn.close())
afterEach(() => vi.restoreAllMocks())

const codeFor = async (token: string | undefined, action: 'login' | 'register' = 'login') =>
  (await verifyBotCheck({ token, action }, testContext()))?.code ?? 'human'

describe('the bot check', () => {
  it('accepts a fresh token of this host, with the right action or none', async () => {
    expect(await codeFor(humanToken())).toBe('human')
    expect(await codeFor(humanToken({ action: 'login' }))).toBe('human')
  })

  it('does not ask the provider without a token', async () => {
    const before = standIn.asked.length
    expect(await codeFor(undefined)).toBe('botcheck_failed')
    expect(await codeFor('')).toBe('botcheck_failed')
    expect(standIn.asked.length).toBe(before)
  })

  it.each([
    ['that is made up', { fate: 'fail' }],
    ['solved on another site', { hostname: 'evil.example' }],
    ['solved on a subdomain', { hostname: 'x.localhost' }],
    ['with an empty host', { hostname: '' }],
    ['made for another form', { action: 'register' }],
  ] as const)('refuses a token %s', async (_, claims) => {
    expect(await codeFor(humanToken(claims))).toBe('botcheck_failed')
  })

  it('accepts an answer without a host from a verifier of your own, once for each token', async () => {
    const token = humanToken({ fate: 'no-hostname' })
    expect(await codeFor(token)).toBe('human')
    expect(await codeFor(token)).toBe('botcheck_failed')
  })

  it.each([
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    'https://api.hcaptcha.com/siteverify',
  ])('refuses an answer without a host from %s', async (url) => {
    const env = { ...standIn.env, APP_BASE_URL: 'http://localhost:3000' }
    useSettings({ ...env, SEC_BOTCHECK_VERIFY_URL: url })
    onTestFinished(() => void useSettings(env))
    const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ success: true }))
    expect(await codeFor(humanToken())).toBe('botcheck_failed')
    expect(asked.mock.calls[0]![0]).toBe(url)
  })

  it('accepts a token of a host that the settings name, and of no other', async () => {
    const env = { ...standIn.env, APP_BASE_URL: 'http://localhost:3000' }
    useSettings({ ...env, SEC_BOTCHECK_HOSTNAMES: 'WWW.Example.org' })
    onTestFinished(() => void useSettings(env))
    expect(await codeFor(humanToken({ hostname: 'www.example.org' }))).toBe('human')
    expect(await codeFor(humanToken())).toBe('human')
    for (const hostname of ['example.org', 'x.www.example.org', ''])
      expect(await codeFor(humanToken({ hostname }))).toBe('botcheck_failed')
  })

  it.each(['server-error', 'html', 'huge', 'redirect', 'wrong-secret'] as const)(
    'never admits a token that could not be checked: %s',
    async (fate) => {
      expect(
        await verifyBotCheck({ token: humanToken({ fate }), action: 'login' }, testContext()),
      ).toEqual({
        ok: false,
        code: 'botcheck_unavailable',
        retryAfterSeconds: 5,
      })
    },
  )

  it('accepts a token once, even in twenty concurrent requests, and not again later', async () => {
    const token = humanToken()
    const answers = await Promise.all(Array.from({ length: 20 }, () => codeFor(token)))
    expect(answers.filter((code) => code === 'human')).toHaveLength(1)
    expect(answers.filter((code) => code === 'botcheck_failed')).toHaveLength(19)
    expect(standIn.asked.filter((form) => form.get('response') === token)).toHaveLength(1)
    expect(await codeFor(token)).toBe('botcheck_failed')
    expect(standIn.asked.filter((form) => form.get('response') === token)).toHaveLength(1)
  })

  it('releases a token if the provider gave no answer', async () => {
    const token = humanToken({ fate: 'server-error' })
    expect(await codeFor(token)).toBe('botcheck_unavailable')
    expect(await codeFor(token)).toBe('botcheck_unavailable')
  })

  it('logs the reason, but never the token or the secret', async () => {
    const lines: unknown[] = []
    for (const level of ['info', 'error'] as const)
      vi.spyOn(logger(), level).mockImplementation((...args: unknown[]) => void lines.push(args))
    const tokens = (['fail', 'wrong-secret', 'html'] as const).map((fate) => humanToken({ fate }))
    for (const token of tokens) await codeFor(token)
    expect(lines).toHaveLength(3)
    for (const secret of [...tokens, standIn.secret])
      expect(JSON.stringify(lines)).not.toContain(secret)
  })

  it('is off without keys, as local mode allows', async () => {
    useSettings({ SEC_BOTCHECK_SITE_KEY: '', SEC_BOTCHECK_SECRET_KEY: '' })
    expect(await codeFor(undefined)).toBe('human')
  })
})
