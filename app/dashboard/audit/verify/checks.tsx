import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody, CardHeader, CodeBlock, Fact } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-print-buttons'
import { TextLink } from '@/components/ui/links'
import { LocalTime } from '@/components/ui/local-time'
import type { Verification } from '@/lib/audit/verify-audit'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { auditAddress } from '@/lib/web/audit-query'

interface CheckProps {
  check: Verification
  locale: Locale
  texts: Messages['audit']['verify']
}

/** The result of the latest check, what it means, and the chain head to store. */
export function LatestCheck({
  check,
  locale,
  texts,
  copyFailed,
}: CheckProps & { copyFailed: string }) {
  return (
    <Card>
      <CardHeader title={texts.resultTitle} />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {check.fault ? (
          <Broken check={check} locale={locale} texts={texts} />
        ) : (
          <Alert tone="success">
            <p className="font-medium">{formatCount(texts.intact, check.verified, locale)}</p>
            <p className="mt-1">{check.comparedWith ? texts.compared : texts.notCompared}</p>
          </Alert>
        )}
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact term={texts.at}>
            <LocalTime at={check.at} locale={locale} seconds />
          </Fact>
          <Fact term={texts.by}>{check.by ?? '–'}</Fact>
        </dl>
        {check.head ? (
          <div>
            <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
              <h3 className="text-[0.8125rem] text-muted">{texts.newHead}</h3>
              <CopyButton
                text={check.head}
                label={texts.copy}
                copied={texts.copied}
                failed={copyFailed}
              />
            </div>
            <CodeBlock label={texts.newHead}>{check.head}</CodeBlock>
            <p className="mt-1.5 text-[0.8125rem] text-muted">{texts.headText}</p>
          </div>
        ) : (
          <p className="text-muted">{texts.nothingSealed}</p>
        )}
      </CardBody>
    </Card>
  )
}

function Broken({ check: { fault, badSeq, badRecordId, verified }, locale, texts }: CheckProps) {
  return (
    <Alert tone="danger">
      <p className="font-medium">{texts.broken}</p>
      <p className="mt-1">
        {fault ? texts.faults[fault] : null}{' '}
        {badSeq === null ? null : `${formatMessage(texts.place, { seq: badSeq })}. `}
        {verified > 0 ? formatCount(texts.goodBefore, verified, locale) : null}
      </p>
      <p className="mt-1">{texts.advice}</p>
      {badRecordId ? (
        <TextLink alone href={auditAddress({}, { record: badRecordId })}>
          {texts.openRecord}
        </TextLink>
      ) : null}
    </Alert>
  )
}

interface EarlierChecksProps {
  checks: readonly Verification[]
  locale: Locale
  texts: Messages['audit']['verify']
}

/** Earlier checks with the chain heads they found. */
export function EarlierChecks({ checks, locale, texts }: EarlierChecksProps) {
  const { columns } = texts
  return (
    <Card>
      <CardHeader title={texts.earlier} />
      <div className="mt-4 border-t border-line">
        <Table label={texts.earlier}>
          <thead>
            <tr>
              <ColumnHeader>{columns.time}</ColumnHeader>
              <ColumnHeader>{columns.result}</ColumnHeader>
              <ColumnHeader className="max-sm:hidden">{columns.by}</ColumnHeader>
              <ColumnHeader className="max-sm:hidden">{columns.head}</ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {checks.map(({ recordId, at, by, fault, head }) => (
              <tr key={recordId}>
                <Cell className="whitespace-nowrap text-muted tabular-nums">
                  <LocalTime at={at} locale={locale} seconds />
                </Cell>
                <Cell>
                  <Badge tone={fault ? 'danger' : 'success'}>
                    {fault ? texts.notOk : texts.ok}
                  </Badge>
                </Cell>
                <Cell className="max-w-48 truncate max-sm:hidden">{by ?? '–'}</Cell>
                <Cell className="max-w-64 font-mono text-xs break-all text-muted max-sm:hidden">
                  {head ?? '–'}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  )
}
