import { describe, expect, it } from 'vitest'
import { measureText } from '@/lib/messaging/sms/segments'

describe('the segments of a text message', () => {
  it.each([
    ['nothing', '', 'gsm7', 0, 0],
    ['one segment, full', 'a'.repeat(160), 'gsm7', 160, 1],
    ['one more than fits', 'a'.repeat(161), 'gsm7', 161, 2],
    ['two segments, full', 'a'.repeat(306), 'gsm7', 306, 2],
    ['three', 'a'.repeat(307), 'gsm7', 307, 3],
    ['the basic alphabet has accents and Greek capitals', 'àéñÜΩ@£\n', 'gsm7', 8, 1],
    ['the extension table counts twice', '€'.repeat(80), 'gsm7', 160, 1],
    ['and so does every character of it', '^{}\\[~]|€', 'gsm7', 18, 1],
    ['eighty-one of them need two', '€'.repeat(81), 'gsm7', 162, 2],
    [
      'an escape is never cut from what it escapes',
      `${'a'.repeat(152)}€${'a'.repeat(152)}`,
      'gsm7',
      306,
      3,
    ],
    ['one Turkish letter makes all of it UCS-2', 'ş'.repeat(70), 'ucs2', 70, 1],
    ['UCS-2 in parts', `${'a'.repeat(70)}ş`, 'ucs2', 71, 2],
    ['a backtick is not in the alphabet', '`', 'ucs2', 1, 1],
    ['an emoji takes two units', '😀'.repeat(35), 'ucs2', 70, 1],
    ['and is never cut in halves', `${'a'.repeat(66)}😀${'a'.repeat(66)}`, 'ucs2', 134, 3],
  ])('%s', (_, text, encoding, units, segments) =>
    expect(measureText(text)).toMatchObject({ encoding, units, segments }),
  )

  it('say how much fits before the next one', () => {
    expect(measureText('a'.repeat(100)).unitsLeft).toBe(60)
    expect(measureText('a'.repeat(161)).unitsLeft).toBe(145)
    expect(measureText('ş').unitsLeft).toBe(69)
  })
})
