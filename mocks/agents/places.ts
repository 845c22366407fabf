/** Where made-up agents live: cities and streets, people, and the dialling code, by country. */
export interface Place {
  readonly country: string;
  readonly dial: string;
  readonly cities: readonly string[];
  readonly streets: readonly string[];
  readonly given: readonly string[];
  readonly family: readonly string[];
}

/** Names keep their diacritics: a search has to find `Nguyễn` by `nguyen`. */
export const PLACES: readonly Place[] = [
  {
    country: 'China',
    dial: '86',
    cities: ['Shanghai', 'Beijing', 'Guangzhou', 'Chengdu', 'Wuhan', 'Xi’an', 'Nanjing', 'Shenzhen'],
    streets: ['Nanjing Road', 'Huaihai Middle Road', 'Zhongshan Avenue', 'Renmin South Road'],
    given: ['Mei', 'Wei', 'Jing', 'Hao', 'Lǐ', 'Xīn'],
    family: ['Lin', 'Zhang', 'Wang', 'Chén', 'Liu', 'Lǚ'],
  },
  {
    country: 'India',
    dial: '91',
    cities: ['New Delhi', 'Mumbai', 'Chandigarh', 'Ahmedabad', 'Hyderabad', 'Kochi', 'Ludhiana', 'Pune'],
    streets: ['Connaught Place', 'MG Road', 'Sector 17', 'Ashram Road'],
    given: ['Priya', 'Arjun', 'Harpreet', 'Ananya', 'Rohan', 'Kavya'],
    family: ['Sharma', 'Singh', 'Patel', 'Reddy', 'Nair', 'Kaur'],
  },
  {
    country: 'Vietnam',
    dial: '84',
    cities: ['Hà Nội', 'Thành phố Hồ Chí Minh', 'Đà Nẵng', 'Huế', 'Cần Thơ', 'Hải Phòng'],
    streets: ['Lê Lợi', 'Nguyễn Huệ', 'Trần Hưng Đạo', 'Điện Biên Phủ'],
    given: ['Linh', 'Thảo', 'Đức', 'Hùng', 'Phương', 'Tuấn'],
    family: ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Võ', 'Đặng'],
  },
  {
    country: 'Nepal',
    dial: '977',
    cities: ['Kathmandu', 'Pokhara', 'Lalitpur', 'Biratnagar', 'Chitwan', 'Butwal'],
    streets: ['New Road', 'Durbar Marg', 'Lakeside', 'Putalisadak'],
    given: ['Sita', 'Ram', 'Asha', 'Bikash', 'Sunita', 'Prakash'],
    family: ['Gurung', 'Thapa', 'Rai', 'Shrestha', 'Adhikari', 'Tamang'],
  },
  {
    country: 'Philippines',
    dial: '63',
    cities: ['Manila', 'Cebu', 'Davao', 'Parañaque', 'Dasmariñas', 'Baguio'],
    streets: ['Ayala Avenue', 'Roxas Boulevard', 'Session Road', 'Osmeña Street'],
    given: ['María', 'José', 'Angelica', 'Paolo', 'Inés', 'Ramón'],
    family: ['Santos', 'Reyes', 'Peña', 'Muñoz', 'Cruz', 'Dela Rosa'],
  },
  {
    country: 'Colombia',
    dial: '57',
    cities: ['Bogotá', 'Medellín', 'Cali', 'Cartagena', 'Cúcuta', 'Ibagué'],
    streets: ['Carrera 7', 'Calle 72', 'Avenida El Poblado', 'Calle Real'],
    given: ['Sofía', 'Andrés', 'Valentina', 'Julián', 'Camila', 'Óscar'],
    family: ['Gómez', 'Rodríguez', 'Muñoz', 'Díaz', 'Peláez', 'Ortiz'],
  },
  {
    country: 'Brazil',
    dial: '55',
    cities: ['São Paulo', 'Brasília', 'Curitiba', 'Florianópolis', 'Goiânia', 'Recife'],
    streets: ['Avenida Paulista', 'Rua das Flores', 'Rua Conceição', 'Avenida Atlântica'],
    given: ['João', 'Luíza', 'Antônio', 'Beatriz', 'Márcio', 'Fernanda'],
    family: ['Gonçalves', 'Araújo', 'Magalhães', 'Silva', 'Brandão', 'Costa'],
  },
  {
    country: 'Sri Lanka',
    dial: '94',
    cities: ['Colombo', 'Kandy', 'Galle', 'Jaffna', 'Negombo', 'Matara'],
    streets: ['Galle Road', 'Duplication Road', 'Peradeniya Road', 'Main Street'],
    given: ['Nimal', 'Kumari', 'Dinesh', 'Anjali', 'Ruwan', 'Tharindu'],
    family: ['Perera', 'Fernando', 'Silva', 'Jayasinghe', 'Bandara', 'Wijesekara'],
  },
  {
    country: 'Indonesia',
    dial: '62',
    cities: ['Jakarta', 'Surabaya', 'Bandung', 'Yogyakarta', 'Medan', 'Denpasar'],
    streets: ['Jalan Sudirman', 'Jalan Thamrin', 'Jalan Malioboro', 'Jalan Diponegoro'],
    given: ['Dewi', 'Budi', 'Siti', 'Agus', 'Ayu', 'Rizky'],
    family: ['Santoso', 'Wijaya', 'Lestari', 'Hartono', 'Kusuma', 'Pratama'],
  },
  {
    country: 'Australia',
    dial: '61',
    cities: ['Melbourne', 'Sydney', 'Brisbane', 'Adelaide', 'Perth', 'Hobart'],
    streets: ['Collins Street', 'George Street', 'Queen Street', 'Hay Street'],
    given: ['Olivia', 'Jack', 'Chloë', 'Liam', 'Zoë', 'Noah'],
    family: ['Murphy', 'O’Brien', 'Campbell', 'Nguyen', 'Walker', 'Smith'],
  },
];

/** What agencies call themselves. */
export const FIRST_WORDS =
  'Harbour, Southern Cross, Horizon, Bright Path, Blue Wattle, Summit, Lotus, Compass, Banyan, Evergreen, Pacific, Northern Star, Riverstone, Golden Gate, Lighthouse, Keystone, Eureka, Orchid'.split(
    ', ',
  );
export const LAST_WORDS =
  'Education, Study Centre, Pathways, Overseas Services, Global Education, Student Advisers, International, Migration and Study, Academy Placements, Learning Partners'.split(
    ', ',
  );
