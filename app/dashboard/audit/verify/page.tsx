import { verifyAuditTrail } from '@/app/dashboard/audit/verify/actions'
import { EarlierChecks, LatestCheck } from '@/app/dashboard/audit/verify/checks'
import { EmptyState } from '@/components/data-table/list-parts'
import { Field } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { listVerifications } from '@/lib/audit/verify-audit'
import { definePage, pageTitle } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'

const SHOWN = 10

const page = definePage('/dashboard/audit/verify')

export const generateMetadata = page.composeTitle(async () => {
  const { audit } = (await pageLanguage()).messages
  return pageTitle(audit.verify.title, audit.title)
})

/**
 * Checks of the audit trail's hash chain: run one, the latest result, and the heads of earlier
 * checks.
 */
export default page.render(async () => {
  const { locale, messages } = await pageLanguage()
  const { audit } = messages
  const texts = audit.verify
  const [latest, ...earlier] = await listVerifications(SHOWN)
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        back={{ href: '/dashboard/audit', label: audit.title }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card>
          <CardHeader title={texts.formTitle} lead={texts.formText} />
          <CardBody>
            <PageForm
              onlyField="head"
              action={verifyAuditTrail}
              locale={locale}
              outcome={await readOutcome()}
              notices={{ audit_verified: texts.done }}
            >
              <Field
                name="head"
                label={texts.head}
                hint={texts.headHint}
                maxLength={80}
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
              />
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <SubmitButton pendingText={texts.pending}>{texts.submit}</SubmitButton>
                <p className="text-[0.8125rem] text-muted">{texts.large}</p>
              </div>
            </PageForm>
          </CardBody>
        </Card>
        {latest ? (
          <LatestCheck
            check={latest}
            locale={locale}
            texts={texts}
            copyFailed={messages.forms.copyFailed}
          />
        ) : (
          <Card>
            <EmptyState title={texts.noneTitle} text={texts.noneText} />
          </Card>
        )}
        {earlier.length > 0 ? (
          <EarlierChecks checks={earlier} locale={locale} texts={texts} />
        ) : null}
      </div>
    </>
  )
})
