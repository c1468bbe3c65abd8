import type { Metadata } from 'next'
import { MissingToken } from '@/app/auth/missing-token'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/auth-shell'
import { TextLink } from '@/components/ui/text-link'
import { pageLanguage } from '@/lib/web/page-language'
import { readFlash } from '@/lib/web/read-flash'
import { parameter, type SearchParams } from '@/lib/web/search-params'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.ownAccount.confirm.title }
}

/** Confirm the new e-mail address of an account. Mail scanners open links, so opening the page consumes nothing: the button does. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const token = parameter(await searchParams, 'token')
  const { locale, messages } = await pageLanguage()
  const { ownAccount, forms, shell } = messages
  const texts = ownAccount.confirm
  const again = { href: '/dashboard/account/email', label: texts.askAgain }
  if (!token) return <MissingToken way={again} />
  return (
    <AuthCard heading={texts.heading} lead={texts.lead} homeLabel={shell.home}>
      <PageForm
        locale={locale}
        flash={await readFlash()}
        ways={{
          invalid_or_expired_token: (
            <TextLink alone href={again.href}>
              {again.label}
            </TextLink>
          ),
        }}
      >
        <input type="hidden" name="token" value={token} />
        <SubmitButton size="lg" className="w-full" pendingText={forms.pending}>
          {texts.submit}
        </SubmitButton>
      </PageForm>
    </AuthCard>
  )
}
