import { answerRenewal } from '@/lib/web/answer-renewal'

export const POST = answerRenewal
