const username = document.getElementById('username')
const password = document.getElementById('password')
const reveal = document.getElementById('reveal')

reveal.addEventListener('change', () => {
  password.type = reveal.checked ? 'text' : 'password'
})

for (const button of document.querySelectorAll('button[data-username]')) {
  button.addEventListener('click', () => {
    username.value = button.dataset.username
    password.value = button.dataset.password
    document.getElementById('submit').focus()
  })
}
