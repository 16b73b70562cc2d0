document.querySelector('form[data-automatic]').submit()
