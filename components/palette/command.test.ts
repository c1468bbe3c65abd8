import { describe, expect, it } from 'vitest'
import { matchingCommands, type Command } from '@/components/palette/command'

const command = (label: string, detail?: string): Command => ({
  ...{ id: label, label, detail, icon: null },
  does: { kind: 'open', href: '/' },
})
const found = (labels: Command[], typed: string, locale: 'en' | 'tr' = 'en') =>
  matchingCommands(labels, typed, locale).map(({ label }) => label)

describe('the command palette', () => {
  it('lists everything while nothing is typed', () => {
    expect(found([command('Home'), command('Audit trail')], '  ')).toEqual(['Home', 'Audit trail'])
  })

  it('matches every word, in any order and case, in label and detail', () => {
    const list = [command('Audit trail', 'Administration'), command('Sessions', 'Your account')]
    expect(found(list, 'TRAIL admin')).toEqual(['Audit trail'])
    expect(found(list, 'trail account')).toEqual([])
  })

  it('matches any part of a word, and synonyms', () => {
    const list = [
      { ...command('Set up two-step verification'), keywords: '2FA MFA TOTP' },
      command('Create role'),
    ]
    expect(found(list, 'step')).toEqual(['Set up two-step verification'])
    expect(found(list, 'ole')).toEqual(['Create role'])
    expect(found(list, 'mfa set')).toEqual(['Set up two-step verification'])
  })

  it('finds Turkish words typed on any keyboard', () => {
    const list = [command('Güvenlik'), command('Bağlı hesaplar'), command('İzinler')]
    expect(found(list, 'guvenlik', 'tr')).toEqual(['Güvenlik'])
    expect(found(list, 'BAGLI', 'tr')).toEqual(['Bağlı hesaplar'])
    expect(found(list, 'izin', 'tr')).toEqual(['İzinler'])
    expect(found(list, 'IZIN', 'tr')).toEqual(['İzinler'])
  })
})
