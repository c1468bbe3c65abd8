import { redirect } from 'next/navigation'
import { HOME } from '@/lib/web/safe-redirect'

/** The address without a path leads to the dashboard, which asks to sign in where nobody is. */
export default function Page() {
  redirect(HOME)
}
