import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import { DeleteAccount } from '@/app/dashboard/account/data/delete-account'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { findOwnAccountState } from '@/lib/auth/find-own-account-state'
import type { Messages } from '@/lib/i18n/messages'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/page-language'
import { readOutcome } from '@/lib/web/form-outcome'
import { requirePage } from '@/lib/web/require-page'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.ownAccount.data.title }
}

/** A copy of all that is stored about oneself, and the end of the account. */
export default async function Page() {
  const { principal, profile } = await requirePage('/dashboard/account/data')
  const { locale, messages } = await pageLanguage()
  const texts = messages.ownAccount.data
  const { proof } = await findOwnAccountState(principal)
  const refusal = refusalOf(await readOutcome(), messages)
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <div role="alert" className="mb-4 empty:hidden">
        {refusal ? <Alert tone="danger">{refusal}</Alert> : null}
      </div>
      <div className="grid gap-6">
        <Card>
          <CardHeader title={texts.exportTitle} lead={texts.exportText} />
          <CardBody>
            <a
              className={buttonClasses({ variant: 'outline' })}
              href="/dashboard/account/data/export"
              download
            >
              <Download aria-hidden />
              {texts.download}
            </a>
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={texts.deleteTitle} lead={texts.deleteText} />
          <CardBody>
            <DeleteAccount proof={proof} email={profile.email} locale={locale} messages={messages} />
          </CardBody>
        </Card>
      </div>
    </>
  )
}

/** Why a deletion without JavaScript did not happen: its question is closed again by then. */
function refusalOf(outcome: FormOutcome | null, { problems, forms }: Messages): string | null {
  if (!outcome?.code) return null
  const fault = outcome.errors?.[0]?.code
  return fault === 'wrong_password' ? forms.fieldErrors.wrong_password : problems[outcome.code].text
}
