import type { Metadata } from 'next'
import { MissingToken } from '@/app/auth/missing-token'
import { NameField } from '@/components/forms/name-field'
import { NewPasswordField } from '@/components/forms/new-password-field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/auth-shell'
import { TextLink } from '@/components/ui/text-link'
import { pageLanguage } from '@/lib/web/page-language'
import { readFlash } from '@/lib/web/read-flash'
import { parameter, type SearchParams } from '@/lib/web/search-params'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.auth.invitation.title }
}

/** Take up an invitation with the token of its mail. Opening the page consumes nothing. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const token = parameter(await searchParams, 'token')
  const { locale, messages } = await pageLanguage()
  const { auth, forms, shell } = messages
  const again = { href: '/auth/forgot-password', label: auth.invitation.askAgain }
  if (!token) return <MissingToken way={again} />
  return (
    <AuthCard heading={auth.invitation.heading} lead={auth.invitation.lead} homeLabel={shell.home}>
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
        <NameField label={forms.name} optional={forms.optional} />
        <NewPasswordField locale={locale} name="password" label={forms.password} />
        <SubmitButton size="lg" className="mt-1 w-full" pendingText={forms.pending}>
          {auth.invitation.submit}
        </SubmitButton>
      </PageForm>
    </AuthCard>
  )
}
