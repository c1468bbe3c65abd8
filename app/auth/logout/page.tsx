import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { signOut } from '@/app/auth/logout/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { buttonClasses } from '@/components/ui/button'
import { mayBeSignedIn } from '@/lib/http/pages/page-principal'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'
import { HOME, loginPath } from '@/lib/web/safe-redirect'

const page = definePage('/auth/logout')

export const generateMetadata = page.metadata

/** Asks before signing out, so that a link or image on another site cannot sign the user out. */
export default page.render(async () => {
  if (!(await mayBeSignedIn(await headers()))) redirect(loginPath(null))
  const { locale, messages } = await pageLanguage()
  const { auth, forms, shell } = messages
  return (
    <AuthCard heading={auth.logout.heading} lead={auth.logout.lead} homeLabel={shell.home}>
      <PageForm action={signOut} locale={locale} outcome={await readOutcome()} className="gap-2.5">
        <SubmitButton size="lg" className="w-full" pendingText={forms.pending}>
          {auth.logout.submit}
        </SubmitButton>
        <a className={buttonClasses({ variant: 'outline', size: 'lg' })} href={HOME}>
          {auth.logout.cancel}
        </a>
      </PageForm>
    </AuthCard>
  )
})
