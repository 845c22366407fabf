/** Texts of made-up school documents, in English and in the languages of applicants. */

interface Drawing {
  whole(from: number, to: number): number;
  one<Item>(items: readonly Item[]): Item;
}

const ENGLISH: readonly string[] = [
  `CERTIFICATE OF GRADUATION. This is to certify that the student named below has completed the three year course of this
  school and has passed the final examination of the board. The certificate is issued on the request of the student for
  the purpose of further studies. Given under the seal of the school. Headmaster.`,
  `ACADEMIC TRANSCRIPT. Name of student, date of birth, year of admission. Subject, credit, grade: English language A,
  Mathematics B, Physics B, Chemistry C. The grades are given in accordance with the regulations of the Ministry of
  Education. This is a true copy of the record that is kept by the registrar of the university.`,
  `TRANSLATION FROM THE ORIGINAL. I certify that this is a correct translation of the document that was shown to me. The
  holder has been awarded the diploma of upper secondary education by the Department of Education and Training. The
  ranking of the diploma is good. Signed and sealed by the certified translator.`,
];

const VIETNAMESE = `BẰNG TỐT NGHIỆP TRUNG HỌC PHỔ THÔNG. Giám đốc Sở Giáo dục và Đào tạo cấp bằng này cho học sinh có tên
  dưới đây, sinh ngày mười tháng ba năm hai nghìn, đã tốt nghiệp kỳ thi trung học phổ thông. Văn bằng được cấp trong năm
  học này cho các học sinh của trường. Số vào sổ cấp bằng, ngày, tháng, năm.`;
const CHINESE = `普通高中毕业证书 学生姓名 性别女 出生日期二零零二年三月十日 于本校高中三年制学习期满 德育体育合格 学科成绩达到毕业标准 准予毕业
  校长签字 学校盖章 证书编号 本证书由省教育厅统一印制 遗失不补 涂改无效 特此证明 该生在校期间成绩优秀 各科成绩语文数学英语物理化学生物均为合格`;
const SPANISH = `DIPLOMA DE BACHILLER. El rector de la institución educativa certifica que la estudiante cursó y aprobó los
  estudios de educación media con las calificaciones que se relacionan en el acta de grado. Se expide el presente
  certificado a solicitud de la interesada en la ciudad, a los diez días del mes de diciembre del año en curso.`;
const INDONESIAN = `IJAZAH SEKOLAH MENENGAH ATAS. Yang bertanda tangan di bawah ini, kepala sekolah, menerangkan bahwa siswa yang
  namanya tersebut dinyatakan lulus dari satuan pendidikan ini dengan nilai yang baik. Ijazah ini diberikan kepada siswa
  tersebut untuk dipergunakan dengan sebaik-baiknya dan tidak dapat diganti oleh sekolah pada waktu yang akan datang.`;
const NEPALI = `प्रमाणपत्र यस विद्यालयबाट कक्षा बाह्रको परीक्षा उत्तीर्ण गरेको प्रमाणित गरिन्छ विद्यार्थीको नाम जन्म मिति ठेगाना
  प्राप्ताङ्क श्रेणी प्रधानाध्यापकको हस्ताक्षर विद्यालयको छाप यो प्रमाणपत्र राष्ट्रिय परीक्षा बोर्डद्वारा जारी गरिएको हो`;
const HINDI = `अंक पत्र माध्यमिक शिक्षा बोर्ड प्रमाणित किया जाता है कि विद्यार्थी ने उच्चतर माध्यमिक परीक्षा प्रथम श्रेणी में उत्तीर्ण की है विषय
  प्राप्तांक गणित भौतिक विज्ञान रसायन विज्ञान हिन्दी अंग्रेज़ी परीक्षा नियंत्रक के हस्ताक्षर और विद्यालय की मुहर`;
const FILIPINO = `KATIBAYAN NG PAGTATAPOS. Pinatutunayan nito na ang mag-aaral na nakasaad sa ibaba ay nakatapos ng mga kinakailangan
  para sa mataas na paaralan ayon sa mga alituntunin ng Kagawaran ng Edukasyon. Ipinagkaloob ang katibayang ito sa
  mag-aaral ngayong taon, at nilagdaan ng punong-guro at ng tagapamanihala ng mga paaralan.`;

const OTHERS: Readonly<Record<string, string>> = {
  China: CHINESE,
  Vietnam: VIETNAMESE,
  India: HINDI,
  Nepal: NEPALI,
  Indonesia: INDONESIAN,
  Colombia: SPANISH,
  Philippines: FILIPINO,
  Singapore: CHINESE,
};

/** The original without a translation: alone, or after a page of stamps. */
export function foreignPages(draw: Drawing, country: string): readonly string[] {
  const page = OTHERS[country] ?? SPANISH;
  return draw.one([[page], ['12/2023', page], [page, page]]);
}

/** In order: in English, the original with its translation, or a scan, which has no text. */
export function documentPages(draw: Drawing, country: string): readonly string[] {
  return draw.one([[draw.one(ENGLISH)], [OTHERS[country] ?? SPANISH, ENGLISH[2] ?? ''], ['', '']]);
}
