import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { DrawerFact } from '@/components/ui/drawer'
import { LocalTime } from '@/components/ui/local-time'
import { TextLink } from '@/components/ui/text-link'
import type { Verification } from '@/lib/audit/list-verifications'
import { formatCount, formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { auditAddress } from '@/lib/web/audit-query'

interface CheckProps {
  check: Verification
  locale: Locale
  texts: Messages['audit']['verify']
}

/** What the latest check found and what that means, with the head of the chain to keep. */
export function LatestCheck({ check, locale, texts }: CheckProps) {
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
          <DrawerFact term={texts.at}>
            <LocalTime at={check.at} locale={locale} seconds />
          </DrawerFact>
          <DrawerFact term={texts.by}>{check.by ?? '–'}</DrawerFact>
        </dl>
        {check.head ? (
          <div>
            <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
              <h3 className="text-[0.8125rem] text-muted">{texts.newHead}</h3>
              <CopyButton text={check.head} label={texts.copy} copied={texts.copied} />
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
