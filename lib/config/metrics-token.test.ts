import { describe, expect, it } from 'vitest'
import { parseEnvironment } from '@/lib/config/env'
import { loadSettings, type SettingsError } from '@/lib/config/settings'
import { productionEnvironment } from '@/tests/kit/production-environment'

const production = (token: string) => ({
  ...productionEnvironment('postgresql://x/y'),
  METRICS_TOKEN: token,
})
const faultsOf = (token: string) => {
  try {
    loadSettings(production(token))
    return []
  } catch (error) {
    return (error as SettingsError).faults
  }
}

describe('METRICS_TOKEN', () => {
  it('turns metrics off if empty', () => {
    expect(loadSettings({ METRICS_TOKEN: ' ' }).metricsToken).toBeNull()
  })

  it('is refused if no header could carry it', () => {
    expect(parseEnvironment({ METRICS_TOKEN: 'two words' })).toMatchObject({
      ok: false,
      faults: ['METRICS_TOKEN contains characters that a token cannot have'],
    })
  })

  it('must be long and random in production, or the service does not start', () => {
    expect(faultsOf('short')).toEqual(['METRICS_TOKEN must have at least 32 characters'])
    expect(faultsOf('a'.repeat(40))).toEqual(['METRICS_TOKEN must be random'])
    expect(faultsOf('Qm9vYm9vQm9vYm9vQm9vYm9vQm9vYm9vQm9v')).toEqual([
      'METRICS_TOKEN must be random',
    ])
    expect(faultsOf('kR3v-9xQpL2mZs8TfWb1YcHd7NjGa5Ee6Uo4')).toEqual([])
  })
})
