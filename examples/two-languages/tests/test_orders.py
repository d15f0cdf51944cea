from shop import Order, order_label


def test_an_order_is_identified_by_its_number_and_title():
    assert order_label(Order(7, "Tea")) == "#7 Tea"
