/** Cities, streets, people and the dialling code of each country that made-up agents live in. */
export interface Place {
  readonly country: string;
  readonly dial: string;
  readonly cities: readonly string[];
  readonly streets: readonly string[];
  readonly given: readonly string[];
  readonly family: readonly string[];
}

/** Names keep their diacritics: a search for `nguyen` must find `Nguyễn`. */
export const PLACES: readonly Place[] = `
China | 86 | Shanghai, Beijing, Guangzhou, Chengdu, Wuhan, Xi’an, Nanjing, Shenzhen | Nanjing Road, Huaihai Middle Road, Zhongshan Avenue, Renmin South Road | Mei, Wei, Jing, Hao, Lǐ, Xīn | Lin, Zhang, Wang, Chén, Liu, Lǚ
India | 91 | New Delhi, Mumbai, Chandigarh, Ahmedabad, Hyderabad, Kochi, Ludhiana, Pune | Connaught Place, MG Road, Sector 17, Ashram Road | Priya, Arjun, Harpreet, Ananya, Rohan, Kavya | Sharma, Singh, Patel, Reddy, Nair, Kaur
Vietnam | 84 | Hà Nội, Thành phố Hồ Chí Minh, Đà Nẵng, Huế, Cần Thơ, Hải Phòng | Lê Lợi, Nguyễn Huệ, Trần Hưng Đạo, Điện Biên Phủ | Linh, Thảo, Đức, Hùng, Phương, Tuấn | Nguyễn, Trần, Lê, Phạm, Võ, Đặng
Nepal | 977 | Kathmandu, Pokhara, Lalitpur, Biratnagar, Chitwan, Butwal | New Road, Durbar Marg, Lakeside, Putalisadak | Sita, Ram, Asha, Bikash, Sunita, Prakash | Gurung, Thapa, Rai, Shrestha, Adhikari, Tamang
Philippines | 63 | Manila, Cebu, Davao, Parañaque, Dasmariñas, Baguio | Ayala Avenue, Roxas Boulevard, Session Road, Osmeña Street | María, José, Angelica, Paolo, Inés, Ramón | Santos, Reyes, Peña, Muñoz, Cruz, Dela Rosa
Colombia | 57 | Bogotá, Medellín, Cali, Cartagena, Cúcuta, Ibagué | Carrera 7, Calle 72, Avenida El Poblado, Calle Real | Sofía, Andrés, Valentina, Julián, Camila, Óscar | Gómez, Rodríguez, Muñoz, Díaz, Peláez, Ortiz
Brazil | 55 | São Paulo, Brasília, Curitiba, Florianópolis, Goiânia, Recife | Avenida Paulista, Rua das Flores, Rua Conceição, Avenida Atlântica | João, Luíza, Antônio, Beatriz, Márcio, Fernanda | Gonçalves, Araújo, Magalhães, Silva, Brandão, Costa
Sri Lanka | 94 | Colombo, Kandy, Galle, Jaffna, Negombo, Matara | Galle Road, Duplication Road, Peradeniya Road, Main Street | Nimal, Kumari, Dinesh, Anjali, Ruwan, Tharindu | Perera, Fernando, Silva, Jayasinghe, Bandara, Wijesekara
Indonesia | 62 | Jakarta, Surabaya, Bandung, Yogyakarta, Medan, Denpasar | Jalan Sudirman, Jalan Thamrin, Jalan Malioboro, Jalan Diponegoro | Dewi, Budi, Siti, Agus, Ayu, Rizky | Santoso, Wijaya, Lestari, Hartono, Kusuma, Pratama
Australia | 61 | Melbourne, Sydney, Brisbane, Adelaide, Perth, Hobart | Collins Street, George Street, Queen Street, Hay Street | Olivia, Jack, Chloë, Liam, Zoë, Noah | Murphy, O’Brien, Campbell, Nguyen, Walker, Smith
`
  .trim()
  .split('\n')
  .map((line): Place => {
    const [country = '', dial = '', ...lists] = line.split(' | ');
    const [cities = [], streets = [], given = [], family = []] = lists.map((list) => list.split(', '));
    return { country, dial, cities, streets, given, family };
  });

/** Words in agencies' names. */
export const FIRST_WORDS =
  'Harbour, Southern Cross, Horizon, Bright Path, Blue Wattle, Summit, Lotus, Compass, Banyan, Evergreen, Pacific, Northern Star, Riverstone, Golden Gate, Lighthouse, Keystone, Eureka, Orchid'.split(
    ', ',
  );
export const LAST_WORDS =
  'Education, Study Centre, Pathways, Overseas Services, Global Education, Student Advisers, International, Migration and Study, Academy Placements, Learning Partners'.split(
    ', ',
  );
