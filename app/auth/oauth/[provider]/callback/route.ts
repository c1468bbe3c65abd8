import { endExternalSignIn } from '@/lib/web/end-external-sign-in'

export const GET = endExternalSignIn
