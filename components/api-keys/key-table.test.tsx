import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { KeyTable } from '@/components/api-keys/key-table'
import { en } from '@/lib/i18n/en'

const html = (continued: boolean) =>
  renderToStaticMarkup(
    <KeyTable
      keys={[]}
      continued={continued}
      locale="en"
      texts={en.apiKeys}
      at={new Date('2026-11-27T00:00:00Z')}
    />,
  )

test('an empty page after the first does not say that there are no keys', () => {
  expect(html(false)).toContain(en.apiKeys.noneTitle)
  expect(html(true)).toContain(en.apiKeys.endTitle)
  expect(html(true)).not.toContain(en.apiKeys.noneTitle)
})
