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
  return { title: (await pageLanguage()).messages.auth.verify.title }
}

/** Confirm an e-mail address. Mail scanners open links, so opening the page consumes nothing: the button does. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const token = parameter(await searchParams, 'token')
  const { locale, messages } = await pageLanguage()
  const { auth, forms, shell } = messages
  const again = { href: '/auth/resend-verification', label: auth.verify.askAgain }
  if (!token) return <MissingToken way={again} />
  return (
    <AuthCard heading={auth.verify.heading} lead={auth.verify.lead} homeLabel={shell.home}>
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
          {auth.verify.submit}
        </SubmitButton>
      </PageForm>
    </AuthCard>
  )
}
