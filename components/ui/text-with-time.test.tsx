import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextWithTime } from '@/components/ui/text-with-time'

test('a value that looks like the placeholder of the time stays as it is', () => {
  const html = renderToStaticMarkup(
    <TextWithTime
      text="{file}, uploaded {time}"
      values={{ file: '{time}.csv' }}
      at="2026-11-28T13:26:00.000Z"
      locale="en"
    />,
  )
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe('{time}.csv, uploaded Nov 28, 2026, 13:26 UTC')
  expect(html).toContain('<time dateTime="2026-11-28T13:26:00.000Z">')
})
