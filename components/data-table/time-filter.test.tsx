import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TimeFilter } from '@/components/data-table/time-filter'

const render = (typed: string) =>
  renderToStaticMarkup(<TimeFilter name="from" label="From" typed={typed} />)

const typeOf = (typed: string) => /<input[^>]* type="([^"]*)"/.exec(render(typed))?.[1] ?? 'text'

test('a time that a browser would not show is a text to correct', () => {
  expect(typeOf('')).toBe('datetime-local')
  expect(typeOf('2026-11-27T09:30')).toBe('datetime-local')
  const refused = ['2026-11-27', 'yesterday', '2026-13-27T09:30', '2026-11-27T25:30']
  // `Date` reads these as other times.
  const moved = ['2026-02-30T09:30', '2026-11-27T24:00', '0000-01-01T00:00']
  for (const typed of [...refused, ...moved]) expect(typeOf(typed), typed).toBe('text')
})

test('a time is in UTC without JavaScript, and says so', () => {
  expect(render('2026-11-27T09:30')).toContain('value="2026-11-27T09:30"')
  expect(render('2026-11-27T09:30')).toContain('From (UTC)')
})
