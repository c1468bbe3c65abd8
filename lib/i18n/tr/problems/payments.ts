import type { ProblemText } from '@/lib/i18n/problem-text'

/** Payments and refunds. */
export const paymentProblems = {
  card_number_refused: {
    title: 'Kart numarası kabul edilmiyor',
    text: 'Buraya asla kart numarası girmeyin. Ödeme sağlayıcısının verdiği ödeme yöntemi belirtecini kullanın.',
    remedy:
      'Kart bilgilerini sağlayıcının kendi formuyla (örneğin Stripe Elements) alın ve onun verdiği belirteci gönderin.',
  },
  idempotency_key_required: {
    title: 'Tekrarlama anahtarı gerekli',
    text: 'İstekte geçerli bir tekrarlama anahtarı yok.',
    remedy:
      '1–255 görünür ASCII karakterden oluşan bir Idempotency-Key başlığı gönderin: her deneme için rastgele, aynı isteği yinelerken aynı değer.',
  },
  idempotency_conflict: {
    title: 'Tekrarlama anahtarı kullanılmış',
    text: 'Bu tekrarlama anahtarı başka bir istek için kullanıldı.',
    remedy: 'İlk isteği değiştirmeden yineleyin ya da yeni bir anahtar gönderin.',
  },
  refund_too_large: {
    title: 'İade tutarı çok yüksek',
    text: 'Tutar, iade edilebilecek kalan tutardan fazla.',
    remedy:
      'Ödemeyi yeniden okuyun: kalan tutar, captured_amount değerinden refunded_amount ve bekleyen iadeler düşülerek bulunur.',
  },
  payments_unavailable: {
    title: 'Ödemeler kullanılamıyor',
    text: 'Bu sunucuda ödemeler yapılandırılmamış.',
    remedy: 'Bir yönetici ödeme sağlayıcısını seçmeli: PAYMENT_PROVIDER=stripe ve anahtarları.',
  },
  invalid_signature: {
    title: 'Geçersiz imza',
    text: 'İletinin imzası eksik ya da yanlış, veya saati bizimkinden beş dakikadan fazla sapıyor.',
    remedy: 'Webhook’un imzalama anahtarını ve iki sunucunun saatini denetleyin.',
  },
} satisfies Record<string, ProblemText>
