import { clsx } from 'clsx'
import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { CodeExample } from '@/app/docs/code-example'
import { guideHref, headingId, plainText } from '@/app/docs/guides/read-guides'
import { ColumnHeader, Table } from '@/components/data-table/table'
import { Card } from '@/components/ui/card'
import { TextLink, textLinkClasses } from '@/components/ui/links'
import type { Messages } from '@/lib/i18n/messages'

type Texts = Pick<Messages['reference'], 'copy' | 'copied' | 'copyFailed'>

/**
 * Renders Markdown as elements, never as HTML: markup in a guide is shown as text, so nothing in
 * one can become a script.
 */
export function Markdown({ tokens, texts }: { tokens: readonly Token[]; texts: Texts }) {
  // Code and cells are styled from here, because some guides have hundreds of them.
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 [&_:not(pre)>code]:rounded-sm [&_:not(pre)>code]:bg-subtle [&_:not(pre)>code]:px-1 [&_:not(pre)>code]:py-0.5 [&_:not(pre)>code]:font-mono [&_:not(pre)>code]:text-[0.8125em] [&_:not(pre)>code]:wrap-anywhere">
      {tokens.map((token, n) => (
        <Block key={n} token={token as Tokens.Generic} place={n} texts={texts} />
      ))}
    </div>
  )
}

function Block({ token, place, texts }: { token: Tokens.Generic; place: number; texts: Texts }) {
  switch (token.type) {
    case 'heading':
      return <Heading heading={token as Tokens.Heading} />
    case 'paragraph':
    case 'text':
      return <p className="leading-relaxed">{inline(token.tokens ?? [])}</p>
    case 'code':
      return <Code code={token as Tokens.Code} place={place} texts={texts} />
    case 'list':
      return <List list={token as Tokens.List} texts={texts} />
    case 'table':
      return <DataTable table={token as Tokens.Table} place={place} />
    case 'blockquote':
      return (
        <blockquote className="border-l-2 border-line-strong pl-4 text-muted">
          {(token.tokens ?? []).map((inner, n) => (
            <Block key={n} token={inner as Tokens.Generic} place={n} texts={texts} />
          ))}
        </blockquote>
      )
    case 'hr':
      return <hr className="border-line" />
    case 'space':
      return null
    case 'html':
      return isComment(token.raw) ? null : <p>{token.raw}</p>
    default:
      return <p>{token.raw}</p>
  }
}

/** Notes to those who edit the file, such as how to update a table. */
const isComment = (text: string) => /^<!--[^]*?-->\s*$/.test(text)

function Heading({ heading }: { heading: Tokens.Heading }) {
  const id = headingId(heading)
  const Level = heading.depth === 2 ? 'h2' : heading.depth === 3 ? 'h3' : 'h4'
  return (
    <Level
      id={id}
      className={clsx(
        'group scroll-mt-4 font-semibold tracking-tight',
        heading.depth === 2 ? 'mt-6 text-lg' : 'mt-2 text-base',
      )}
    >
      <a href={`#${id}`} className="rounded-xs hover:underline">
        {inline(heading.tokens)}
      </a>
    </Level>
  )
}

const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  bash: 'Shell',
  http: 'HTTP',
  json: 'JSON',
  js: 'JavaScript',
  ts: 'TypeScript',
  swift: 'Swift',
  kotlin: 'Kotlin',
  dart: 'Dart',
  xml: 'XML',
  ini: 'INI',
  csv: 'CSV',
  yaml: 'YAML',
  sql: 'SQL',
  toml: 'TOML',
  python: 'Python',
  go: 'Go',
  java: 'Java',
}

function Code({ code, place, texts }: { code: Tokens.Code; place: number; texts: Texts }) {
  const title = LANGUAGES[code.lang?.split(' ')[0] ?? ''] ?? 'Text'
  return (
    <CodeExample title={title} label={`${title} ${place}`} code={code.text} tall texts={texts} />
  )
}

function List({ list: { ordered, start, items }, texts }: { list: Tokens.List; texts: Texts }) {
  const entries = items.map((item, n) => (
    <li key={n} className="pl-1">
      {item.tokens.map((token, m) =>
        token.type === 'text' || token.type === 'paragraph' ? (
          <Fragment key={m}>{inline((token as Tokens.Text).tokens ?? [])}</Fragment>
        ) : (
          <div key={m} className="mt-2">
            <Block token={token as Tokens.Generic} place={m} texts={texts} />
          </div>
        ),
      )}
    </li>
  ))
  const className = 'grid grid-cols-[minmax(0,1fr)] gap-1.5 pl-5 leading-relaxed marker:text-muted'
  return ordered ? (
    <ol start={start || 1} className={clsx(className, 'list-decimal')}>
      {entries}
    </ol>
  ) : (
    <ul className={clsx(className, 'list-disc')}>{entries}</ul>
  )
}

function DataTable({ table, place }: { table: Tokens.Table; place: number }) {
  const label = `${table.header.map(({ tokens }) => plainText(tokens)).join(', ')} (${place})`
  return (
    <Card>
      <Table
        label={label}
        className="text-[0.8125rem] [&_td]:min-w-32 [&_td]:border-b [&_td]:border-line [&_td]:px-4 [&_td]:py-2.5 [&_td]:align-top [&_tr:last-child>td]:border-b-0"
      >
        <thead>
          <tr>
            {table.header.map((cell, n) => (
              <ColumnHeader key={n}>{inline(cell.tokens)}</ColumnHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, n) => (
            <tr key={n}>
              {row.map((cell, m) => (
                <td key={m}>{inline(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

function inline(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, n) => (
    <Fragment key={n}>{inlineToken(token as Tokens.Generic)}</Fragment>
  ))
}

function inlineToken(token: Tokens.Generic): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong className="font-semibold">{inline(token.tokens ?? [])}</strong>
    case 'em':
      return <em>{inline(token.tokens ?? [])}</em>
    case 'del':
      return <del>{inline(token.tokens ?? [])}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'link':
      return link(token as Tokens.Link)
    case 'br':
      return <br />
    case 'html':
      return /^<br *\/?>$/.test(token.raw) ? <br /> : token.raw
    case 'text':
      return token.tokens ? inline(token.tokens) : String(token.text)
    default:
      return 'text' in token ? String(token.text) : token.raw
  }
}

function link({ href, tokens }: Tokens.Link): ReactNode {
  const target = guideHref(href)
  if (target === null) return inline(tokens)
  if (target.startsWith('/docs')) return <TextLink href={target}>{inline(tokens)}</TextLink>
  return (
    <a href={target} className={textLinkClasses({})} rel="noreferrer">
      {inline(tokens)}
    </a>
  )
}
