import type { ProblemText } from '@/lib/i18n/problem-text'

const waitForRetryAfter = 'Retry-After başlığında yazan süre kadar bekleyip yeniden deneyin.'

/** Limits and trouble on our side. */
export const troubleProblems = {
  rate_limited: {
    title: 'Çok fazla istek',
    text: 'Kısa sürede çok fazla istek gönderildi. Biraz bekleyip yeniden deneyin.',
    remedy: waitForRetryAfter,
  },
  internal_error: {
    title: 'İç hata',
    text: 'Bizden kaynaklanan bir sorun oluştu. Yeniden deneyin; sürerse istek kimliğini bildirin.',
    remedy: 'Daha sonra yeniden deneyin; bildirirken request_id değerini verin.',
  },
  overloaded: {
    title: 'Aşırı yük',
    text: 'Servis şu anda yoğun. Birazdan yeniden deneyin.',
    remedy: waitForRetryAfter,
  },
  unavailable: {
    title: 'Kullanılamıyor',
    text: 'Servis şu anda kullanılamıyor. Birazdan yeniden deneyin.',
    remedy: waitForRetryAfter,
  },
} satisfies Record<string, ProblemText>
