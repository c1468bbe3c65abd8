import { keyUsed } from '@/app/dashboard/payments/key-used'
import { charge } from '@/app/dashboard/payments/new/actions'
import { ProviderNotice } from '@/app/dashboard/payments/payment-table'
import { Field, SelectField } from '@/components/forms/fields'
import { KeyField } from '@/components/forms/hidden-fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Card, CardBody } from '@/components/ui/card'
import { CURRENCIES } from '@/lib/payments/money'
import { activeProvider } from '@/lib/payments/providers/registry'
import { SIMULATOR_TOKENS } from '@/lib/payments/providers/simulator'
import { newId } from '@/lib/platform/ids'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

/** First in the list: a form without a selection uses the first currency. */
const USUAL = ['USD', 'EUR', 'GBP', 'TRY']

const page = definePage('/dashboard/payments/new')

export const generateMetadata = page.metadata

/**
 * A manual charge. The idempotency key is created with the page, so that submitting the form twice
 * charges once.
 */
export default page.render(async () => {
  const { locale, messages } = await pageLanguage()
  const { payments: texts, forms } = messages
  const words = texts.form
  const currencies = [...USUAL, ...CURRENCIES.filter((code) => !USUAL.includes(code))]
  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        back={{ href: pagePath('/dashboard/payments'), label: words.back }}
      />
      <ProviderNotice texts={texts} />
      <Card>
        <CardBody>
          <PageForm
            action={charge}
            locale={locale}
            outcome={await readOutcome()}
            className="max-w-md"
            {...keyUsed(words.keyUsed, [
              { href: pagePath('/dashboard/payments'), label: words.openList },
              { href: pagePath('/dashboard/payments/new'), label: words.startAgain },
            ])}
          >
            <KeyField fresh={newId()} />
            <Field
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              required
              label={words.amount}
              hint={words.amountHint}
            />
            <SelectField
              name="currency"
              label={words.currency}
              options={currencies.map((code) => ({ value: code, label: code }))}
            />
            {activeProvider()?.name === 'simulator' ? (
              <SelectField
                name="payment_method_token"
                label={words.outcome}
                options={SIMULATOR_TOKENS.map((value) => ({ value, label: words.outcomes[value] }))}
              />
            ) : (
              <Field
                name="payment_method_token"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                required
                label={words.token}
                hint={words.tokenHint}
              />
            )}
            <div>
              <SubmitButton pendingText={forms.pending}>{words.submit}</SubmitButton>
            </div>
          </PageForm>
        </CardBody>
      </Card>
    </>
  )
})
