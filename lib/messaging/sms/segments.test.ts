import { describe, expect, it } from 'vitest'
import { measureText } from '@/lib/messaging/sms/segments'

describe('the segments of a text message', () => {
  it.each([
    ['are none for an empty text', '', 'gsm7', 0, 0],
    ['are one for 160 characters', 'a'.repeat(160), 'gsm7', 160, 1],
    ['are two for 161 characters', 'a'.repeat(161), 'gsm7', 161, 2],
    ['are two for 306 characters', 'a'.repeat(306), 'gsm7', 306, 2],
    ['are three for 307 characters', 'a'.repeat(307), 'gsm7', 307, 3],
    ['use GSM-7 for accents and Greek capitals', 'àéñÜΩ@£\n', 'gsm7', 8, 1],
    ['count the extension table twice', '€'.repeat(80), 'gsm7', 160, 1],
    ['count every extension character twice', '^{}\\[~]|€', 'gsm7', 18, 1],
    ['are two for 81 extension characters', '€'.repeat(81), 'gsm7', 162, 2],
    [
      'never separate an escape from its character',
      `${'a'.repeat(152)}€${'a'.repeat(152)}`,
      'gsm7',
      306,
      3,
    ],
    ['use UCS-2 for the whole text with one Turkish letter', 'ş'.repeat(70), 'ucs2', 70, 1],
    ['are two for 71 UCS-2 characters', `${'a'.repeat(70)}ş`, 'ucs2', 71, 2],
    ['use UCS-2 for a backtick', '`', 'ucs2', 1, 1],
    ['count an emoji as two units', '😀'.repeat(35), 'ucs2', 70, 1],
    ['never split an emoji', `${'a'.repeat(66)}😀${'a'.repeat(66)}`, 'ucs2', 134, 3],
  ])('%s', (_, text, encoding, units, segments) =>
    expect(measureText(text)).toMatchObject({ encoding, units, segments }),
  )

  it('include the units left before the next segment', () => {
    expect(measureText('a'.repeat(100)).unitsLeft).toBe(60)
    expect(measureText('a'.repeat(161)).unitsLeft).toBe(145)
    expect(measureText('ş').unitsLeft).toBe(69)
  })
})
