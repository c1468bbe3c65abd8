import { expect, it } from 'vitest'
import { flowSecrets, newFlowState } from '@/lib/identity/oauth/flow-secrets'
import { isSecretToken } from '@/lib/platform/crypto'
import { useSettings } from '@/tests/kit/test-settings'

const [OLD, NEW, THIRD] = ['old', 'new', 'third'].map((name) =>
  `a-signing-secret-${name}-`.repeat(2),
)
const use = (secret: string, ...previous: string[]) =>
  useSettings({ AUTH_JWT_SECRET: secret, AUTH_JWT_PREVIOUS_SECRETS: previous.join(',') })

it('derives the same from a state whichever of the listed secrets is the present one', () => {
  use(OLD!)
  const state = newFlowState()
  const secrets = flowSecrets(state)
  use(NEW!, OLD!)
  expect(flowSecrets(state)).toEqual(secrets)
  use(THIRD!, NEW!, OLD!)
  expect(flowSecrets(state)).toEqual(secrets)
  use(NEW!)
  const other = flowSecrets(state)
  expect(other.codeVerifier).not.toBe(secrets.codeVerifier)
  expect(other.nonce).not.toBe(secrets.nonce)
})

it('uses the present secret for a state that names none', () => {
  const state = 's'.repeat(43)
  use(OLD!)
  const secrets = flowSecrets(state)
  use(OLD!, NEW!)
  expect(flowSecrets(state)).toEqual(secrets)
})

it('begins each flow with another state, in the form of a secret token', () => {
  use(OLD!)
  const states = Array.from({ length: 100 }, newFlowState)
  expect(new Set(states).size).toBe(100)
  expect(states.every(isSecretToken)).toBe(true)
})
