import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, it } from 'vitest'
import { newSigningKey } from '@/lib/config/signing-keys'
import { database, db } from '@/lib/platform/db/database'
import { describeOnServer } from '@/tests/kit/describe-if'
import { useLiveInstances } from '@/tests/kit/live-instances'
import { runGatehousectl } from '@/tests/kit/run-gatehousectl'
import { until } from '@/tests/kit/until'

const WITHIN_MS = 40_000

/** Runs `gatehousectl keys rotate` beside the service. */
async function rotate(env: Record<string, string>, ...args: string[]): Promise<string> {
  return (await runGatehousectl(['keys', 'rotate', ...args], { env })).stdout
}

describeOnServer('rotating keys beside two instances', () => {
  const shared = { AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
  const instances = useLiveInstances(2, () => shared)
  const env = () => ({ DATABASE_URL: database().pool.options.connectionString!, ...shared })

  const keysAt = async (n: number) => {
    const answer = await fetch(`${instances.url(n)}/.well-known/jwks.json`)
    return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
  }
  /** The time that a key waits is the one thing that can't pass in a test. */
  const letSign = (kid: string) => db().$executeRaw`
    WITH moved AS (UPDATE signing_keys SET signs_from = now() WHERE kid = ${kid})
    SELECT pg_notify('gatehouse_bus', '{"from":"test","message":{"type":"resync"}}')`

  it(
    'refuses no token, whichever instance issues and publishes',
    { timeout: 120_000 },
    async () => {
      expect(await keysAt(0)).toEqual([])
      const user = await instances.signedInUser()
      let refreshToken = user.session.refreshToken
      const issueAt = async (n: number) => {
        const answer = await fetch(`${instances.url(n)}/api/v1/auth/refresh`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ refresh_token: refreshToken }),
        })
        expect(answer.status).toBe(200)
        const body = (await answer.json()) as Record<string, string>
        refreshToken = body.refresh_token!
        return body.access_token!
      }
      const verifiers = [0, 1].map((n) =>
        createRemoteJWKSet(new URL(`${instances.url(n)}/.well-known/jwks.json`), {
          cacheMaxAge: 1000,
          cooldownDuration: 1000,
        }),
      )
      const tally = { verified: 0, accepted: 0, refused: [] as unknown[] }
      /**
       * Issues at each instance, verifies with the keys of each, and uses the token at the other.
       */
      const load = async () => {
        const kids: string[] = []
        for (const n of [0, 1]) {
          const token = await issueAt(n)
          const { alg, kid = '' } = decodeProtectedHeader(token)
          kids.push(alg === 'ES256' ? kid : 'secret')
          for (const keys of alg === 'ES256' ? verifiers : [])
            await jwtVerify(token, keys).then(
              () => tally.verified++,
              (error) => tally.refused.push(error),
            )
          const url = `${instances.url(1 - n)}/api/v1/auth/permissions`
          const used = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
          if (used.status === 200) tally.accepted++
          else tally.refused.push(await used.json())
        }
        return kids
      }

      const known: string[] = []
      for (let round = 0; round < 3; round++) {
        const kid = /Key (\S+) is published/.exec(await rotate(env()))![1]!
        expect(await rotate(env())).toContain(`Key ${kid} was already published`)
        known.push(kid)
        // Every verifier has the new key before it signs; until then the old one does.
        await until('both publish the key', WITHIN_MS, async () => {
          expect(new Set(await load())).toEqual(new Set([known.at(-2) ?? 'secret']))
          for (const [n, keys] of verifiers.entries()) {
            if (!(await keysAt(n)).includes(kid)) return false
            await keys.reload()
          }
          return true
        })
        await letSign(kid)
        await until('both sign with the key', WITHIN_MS, async () =>
          (await load()).every((signer) => signer === kid),
        )
      }
      expect(tally.refused).toEqual([])
      expect(tally.verified).toBeGreaterThan(10)
      expect(tally.accepted).toBeGreaterThan(10)
      expect(await keysAt(0)).toEqual(known)
    },
  )

  it('says so if the environment decides, and changes nothing', async () => {
    const before = await db().$queryRaw`SELECT kid FROM signing_keys`
    const own = { ...env(), AUTH_JWT_SIGNING_KEYS: JSON.stringify(newSigningKey()) }
    expect(await runGatehousectl(['keys', 'rotate'], { env: own })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'AUTH_JWT_SIGNING_KEYS is set and takes precedence',
      ) as string,
    })
    expect(await db().$queryRaw`SELECT kid FROM signing_keys`).toEqual(before)
  })

  it('removes a leaked key from both instances', async () => {
    const kid = /Key (\S+) signs from now on/.exec(await rotate(env(), '--leaked'))![1]
    for (const n of [0, 1])
      await until(
        'only the new key is published',
        WITHIN_MS,
        async () => (await keysAt(n)).join() === kid,
      )
  })
})
