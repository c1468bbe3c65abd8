import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ProblemCard } from '@/app/docs/errors/[code]/problem-card'
import { locales } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { type ProblemCode, problems } from '@/lib/platform/problems'

const codes = Object.keys(problems) as ProblemCode[]
/** Endpoints, variables, headers, fields, permissions and commands. */
const NAME =
  /\b(?:GET|POST|DELETE) \/|\/api\/|\b[A-Z]+_[A-Z_]+\b|\b[a-z]+_[a-z_]+\b|\b[a-z]+:[a-z]+|gatehousectl|\bIf-Match\b|\b[A-Z]\w+-[A-Z]\w+\b/

const unescaped = (html: string) => html.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
const markedIn = (text: string) => [...text.matchAll(/`([^`]*)`/g)].map(([, name]) => name).sort()

describe.each(codes)('the page about %s', (code) => {
  it.each(locales)('shows the names in its remedy as code, in %s', (locale) => {
    const messages = messagesFor(locale)
    const page = renderToStaticMarkup(<ProblemCard code={code} messages={messages} />)
    const [, remedy] = page.split(`>${messages.pages.docs.remedy}</dt>`)
    expect(remedy).not.toContain('`')
    const shown = [...remedy!.matchAll(/<code[^>]*>([^<]*)<\/code>/g)].map(([, name]) =>
      unescaped(name!),
    )
    expect(shown.sort()).toEqual(markedIn(messages.problems[code].remedy))
    expect(remedy!.replaceAll(/<code.*?<\/code>/g, '')).not.toMatch(NAME)
  })

  it('marks the same names in every language', () => {
    const [first, ...others] = locales.map((locale) =>
      markedIn(messagesFor(locale).problems[code].remedy),
    )
    for (const other of others) expect(other).toEqual(first)
  })
})
