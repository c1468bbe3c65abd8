import { Download } from 'lucide-react'
import { changeSecondFactor } from '@/app/dashboard/account/security/actions'
import type { ViewProps } from '@/app/dashboard/account/security/view-props'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { PrintButton } from '@/components/ui/print-button'
import { formatMessage } from '@/lib/i18n/format-message'
import { formatDay } from '@/lib/i18n/format-time'
import { now } from '@/lib/platform/clock'

interface RecoveryCodesProps extends ViewProps {
  codes: readonly string[]
  why: 'enabled' | 'renewed'
}

/** Fresh recovery codes, with ways to keep them, until the person says that they have. */
export function RecoveryCodes({ locale, messages, email, codes, why }: RecoveryCodesProps) {
  const texts = messages.twoStep.codes
  const title = formatMessage(texts.fileTitle, { email })
  const made = formatMessage(texts.fileDate, { date: formatDay(now(), locale) })
  const file = [title, made, '', ...codes, ''].join('\r\n')
  return (
    <Card className="print:border-0 print:shadow-none">
      <div className="print:hidden">
        <CardHeader title={texts.title} lead={texts.lead} />
      </div>
      <CardBody className="grid gap-4">
        <Alert tone="success" role="status" className="print:hidden">
          {texts[why]}
        </Alert>
        <div className="hidden print:block">
          <p className="font-semibold">{title}</p>
          <p>{made}</p>
        </div>
        <ol
          aria-label={texts.listLabel}
          className="grid gap-x-8 gap-y-1.5 rounded-lg border border-line bg-subtle px-4 py-4 font-mono text-[0.8125rem] sm:grid-cols-2 print:border-0 print:bg-transparent print:px-0"
        >
          {codes.map((code) => (
            <li key={code} className="break-words">
              {code}
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2 print:hidden">
          <CopyButton text={codes.join('\n')} label={texts.copy} copied={messages.twoStep.copied} />
          <a
            className={buttonClasses({ variant: 'outline', size: 'sm' })}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download="recovery-codes.txt"
          >
            <Download aria-hidden />
            {texts.download}
          </a>
          <PrintButton label={texts.print} />
        </div>
        <p className="max-w-prose text-muted print:hidden">{texts.keep}</p>
      </CardBody>
      <CardFooter className="print:hidden">
        <PageForm action={changeSecondFactor} locale={locale} intent="codes_saved">
          <SubmitButton pendingText={messages.forms.pending}>{texts.saved}</SubmitButton>
        </PageForm>
      </CardFooter>
    </Card>
  )
}
