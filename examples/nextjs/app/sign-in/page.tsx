import { AuthError, CredentialsSignin } from 'next-auth'
import { redirect } from 'next/navigation'
import { signIn } from '../../auth'

const MESSAGES: Record<string, string> = {
  invalid_credentials: 'The email address or password is incorrect.',
  email_not_verified: 'Confirm your email address first.',
  mfa_required: 'Enter the code of your authenticator app too.',
  invalid_mfa_code: 'That code is incorrect or already used. Wait for the next one.',
}

async function submit(form: FormData) {
  'use server'
  try {
    await signIn('credentials', {
      email: form.get('email'),
      password: form.get('password'),
      code: form.get('code'),
      redirectTo: '/',
    })
  } catch (error) {
    if (error instanceof CredentialsSignin) redirect(`/sign-in?code=${error.code}`)
    if (error instanceof AuthError) redirect('/sign-in?code=unavailable')
    throw error
  }
}

export default async function SignIn({
  searchParams,
}: {
  searchParams: Promise<{ code?: string }>
}) {
  const { code } = await searchParams
  return (
    <main>
      <h1>Sign in</h1>
      {code && <p role="alert">{MESSAGES[code] ?? 'You can’t sign in right now. Try again.'}</p>}
      <form action={submit}>
        <label>
          Email <input name="email" type="email" autoComplete="username" required />
        </label>
        <label>
          Password{' '}
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        {code?.includes('mfa') && (
          <label>
            Code <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
          </label>
        )}
        <button>Sign in</button>
      </form>
    </main>
  )
}
