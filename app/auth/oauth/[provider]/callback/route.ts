import { endExternalSignIn, forwardFormPost } from '@/lib/web/external-sign-in'

export const GET = endExternalSignIn
export const POST = forwardFormPost
