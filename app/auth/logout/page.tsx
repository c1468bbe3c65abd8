import type { Metadata } from 'next'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/auth-shell'
import { Button } from '@/components/ui/button'
import { pageLanguage } from '@/lib/web/page-language'
import { readFlash } from '@/lib/web/read-flash'
import { HOME } from '@/lib/web/safe-redirect'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.auth.logout.title }
}

/** Asks before signing out: a link or picture on another site must not do it. */
export default async function Page() {
  const { locale, messages } = await pageLanguage()
  const { auth, forms, shell } = messages
  return (
    <AuthCard heading={auth.logout.heading} lead={auth.logout.lead} homeLabel={shell.home}>
      <PageForm locale={locale} flash={await readFlash()} className="gap-2.5">
        <SubmitButton size="lg" className="w-full" pendingText={forms.pending}>
          {auth.logout.submit}
        </SubmitButton>
        <Button asChild variant="outline" size="lg">
          <a href={HOME}>{auth.logout.cancel}</a>
        </Button>
      </PageForm>
    </AuthCard>
  )
}
