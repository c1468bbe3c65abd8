import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TimeFilter } from '@/components/data-table/time-filter'

const typeOf = (typed: string) =>
  /<input[^>]* type="([^"]*)"/.exec(
    renderToStaticMarkup(<TimeFilter name="from" label="From" typed={typed} />),
  )?.[1]

test('a time that a browser would not show is a text to correct', () => {
  expect(typeOf('')).toBe('datetime-local')
  expect(typeOf('2026-11-27T09:30')).toBe('datetime-local')
  for (const typed of ['2026-11-27', 'yesterday']) expect(typeOf(typed)).toBe('text')
})
