import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TimeFilter } from '@/components/data-table/time-filter'

const render = (typed: string) =>
  renderToStaticMarkup(<TimeFilter name="from" label="From" typed={typed} />)

const typeOf = (typed: string) => /<input[^>]* type="([^"]*)"/.exec(render(typed))?.[1] ?? 'text'

test('a time that a browser would not show is a text to correct', () => {
  expect(typeOf('')).toBe('datetime-local')
  expect(typeOf('2026-11-27T09:30')).toBe('datetime-local')
  for (const typed of ['2026-11-27', 'yesterday', '2026-13-27T09:30', '2026-11-27T25:30'])
    expect(typeOf(typed)).toBe('text')
})

test('a time is in UTC without JavaScript, and says so', () => {
  expect(render('2026-11-27T09:30')).toContain('value="2026-11-27T09:30"')
  expect(render('2026-11-27T09:30')).toContain('From (UTC)')
})
